import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A fresh folder that is removed when the test's process ends. */
export function temporaryFolder(): string {
  if (folders.length === 0) process.once('exit', removeAll);
  const folder = mkdtempSync(join(tmpdir(), 'sigil-test-'));
  folders.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
