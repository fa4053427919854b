import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';

/** How the folder of a plugin's sockets is named; `mkdtemp` adds six characters. */
export const folderPrefix = 'sigil-plugin-';

/** The path of a Unix socket has 107 bytes. */
export function temporaryPlace(): string {
  const usual = tmpdir();
  return Buffer.byteLength(usual) > longestPlaceBytes ? '/tmp' : usual;
}

/**
 * Removes the folders of plugins whose host was killed. Only folders of our own user that nobody else may
 * enter are looked at, and one goes only when nobody is behind the host's socket in it: process numbers say
 * nothing where containers share the folder for temporary files. Returns which were removed.
 */
export async function removeLeftovers(place: string, nowMs: number): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    if (!namePattern.test(name) || !isOurs(path)) continue;
    try {
      if (!(await isLeft(path, nowMs))) continue;
      rmSync(path, { recursive: true, force: true });
      removed.push(path);
    } catch {
      // Gone meanwhile, by the hand of another server that starts.
    }
  }
  return removed;
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === getuid?.() && (found.mode & 0o077) === 0;
}

async function isLeft(folder: string, nowMs: number): Promise<boolean> {
  const sockets = readdirSync(folder).filter((name) => name.startsWith('host-'));
  // The host's socket is there soon after the plugin said hello, for which it has a minute.
  const settledMs = sockets.length === 0 ? startMs : bindMs;
  if (nowMs - lstatSync(folder).mtimeMs < settledMs) return false;
  const answers = await Promise.all(sockets.map((name) => refuses(join(folder, name))));
  return answers.every((refused) => refused);
}

/** True only when the kernel says that nobody listens. */
function refuses(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

const namePattern = new RegExp(`^${folderPrefix}[A-Za-z0-9]{6}$`);
const startMs = 10 * 60_000;
const bindMs = 10_000;

const longestPlaceBytes = 60;
