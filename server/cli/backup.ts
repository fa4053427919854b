import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { booleanFlag, stringFlag } from '../../common/cli/flags.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { isSocketServed } from '../../common/rpc/socket-file.ts';
import { createBackup } from '../backup/backup.ts';
import { placesOf, type Places } from '../backup/places.ts';
import { restoreBackup } from '../backup/restore.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** Copies what a server keeps, while it runs. */
export function backupCommand(version: string): Command {
  return defineCommand({
    path: ['backup'],
    summary: 'Copies the database and the keys of a server into a new folder',
    flags: { ...configFlags, to: stringFlag('Folder to make; it must not exist') },
    async run(flags, io) {
      const output = folderOf(flags.to, '-to');
      checkFolder(dirname(output), '-to makes only the last part of its path');
      const places = await readPlaces(flags, io);
      const clock = io.clock ?? systemClock;
      const { entries, agents } = createBackup({ places, output, version, clock });
      io.stdout.write(`Backed up ${contentText(entries, agents)} to ${output}\n`);
      io.stderr.write('Keep it as safe as the server: it holds private keys.\n');
      for (const warning of places.warnings) io.stderr.write(`Not in the backup: ${warning}\n`);
      return exitCodes.ok;
    },
  });
}

/** Puts what was copied back. */
export const restoreCommand = defineCommand({
  path: ['restore'],
  summary: 'Puts the database and the keys of a backup in place; the server must not run',
  flags: {
    ...configFlags,
    from: stringFlag('Folder that the command backup made'),
    force: booleanFlag('Put a database and keys that are there aside'),
  },
  async run(flags, io) {
    const input = folderOf(flags.from, '-from');
    checkFolder(input, '-from must be a folder that the command backup made');
    const places = await readPlaces(flags, io);
    if (await isSocketServed(places.socketPath)) {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `a server runs at ${JSON.stringify(places.socketPath)}; stop it first`,
      );
    }
    const { force } = flags;
    const clock = io.clock ?? systemClock;
    const restored = restoreBackup({ places, input, force, clock });
    const { manifest, putAside, forgottenTokens, replayLimits } = restored;
    io.stdout.write(
      `Restored ${contentText(manifest.entries, manifest.agents)} of ${manifest.created_at}\n`,
    );
    for (const path of putAside) io.stdout.write(`Put aside: ${path}\n`);
    if (forgottenTokens > 0) {
      io.stderr.write(
        `No longer good, as they may have been used or revoked: ${countText(forgottenTokens, 'join or cluster token', 'join and cluster tokens')}.\n`,
      );
    }
    if (replayLimits > 0) {
      io.stderr.write(
        `${countText(replayLimits, 'enrolment profile has', 'enrolment profiles have')} a replay limit: tokens of pods from before now make no new agent. New pods since the backup wait for their next token, or are restarted.\n`,
      );
    }
    io.stderr.write('Bans, evictions and changes of entries since then are undone.\n');
    return exitCodes.ok;
  },
});

function contentText(entries: number, agents: number): string {
  return `${countText(entries, 'entry', 'entries')} and ${countText(agents, 'agent', 'agents')}`;
}

async function readPlaces(flags: Parameters<typeof loadConfig>[0], io: CliIo): Promise<Places> {
  return placesOf((await loadConfig(flags, io)).config);
}

/** Throws INVALID_ARGUMENT. */
function checkFolder(path: string, rule: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  const fault = found === undefined ? 'does not exist' : 'is no folder';
  throw new SpiffeError('INVALID_ARGUMENT', `${JSON.stringify(path)} ${fault}: ${rule}`);
}

function folderOf(value: string, flag: string): string {
  if (value !== '') return resolve(value);
  throw new SpiffeError('USAGE', `a folder is required: ${flag} FOLDER`);
}
