import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface FakeProcess {
  /** Lines of the cgroup file, or its text; undefined for a kernel without cgroups. */
  readonly cgroup?: string | undefined;
  readonly startTime?: number;
  readonly command?: string;
  /** The forged file of F013; nothing may read it. */
  readonly mountinfo?: string;
}

/** A procfs with the processes that a test puts into it. */
export class FakeProc {
  readonly path = mkdtempSync(join(tmpdir(), 'sigil-proc-'));

  put(pid: number, process: FakeProcess): void {
    const { cgroup, startTime = 1000 + pid, command = 'app', mountinfo } = process;
    const folder = join(this.path, String(pid));
    mkdirSync(folder, { recursive: true });
    // Fields 3 to 52; the start time is the 22nd.
    const fields = Array.from({ length: 50 }, (_, at) => (at === 19 ? String(startTime) : '0'));
    writeFileSync(
      join(folder, 'stat'),
      `${pid} (${command}) ${['S', ...fields.slice(1)].join(' ')}\n`,
    );
    if (cgroup === undefined) rmSync(join(folder, 'cgroup'), { force: true });
    else writeFileSync(join(folder, 'cgroup'), cgroup);
    if (mountinfo !== undefined) writeFileSync(join(folder, 'mountinfo'), mountinfo);
  }

  exit(pid: number): void {
    rmSync(join(this.path, String(pid)), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
