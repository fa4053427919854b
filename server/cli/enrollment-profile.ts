import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { booleanFlag, intFlag, listFlag, stringFlag } from '../../common/cli/flags.ts';
import { printMessage, type OutputFormat } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  serverEnrollmentService as service,
  type ProfileChangeMessage,
  type ProfileMessage,
} from '../../common/rpc/services/server-enrollment.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { defaultSpec, newSpecFlags, specFlags, specWith } from './enrollment-input.ts';
import { changeText, profileText, readBindingText } from './enrollment-text.ts';
import { printWarnings } from './warnings.ts';

const nameFlag = { ...adminFlags, name: stringFlag('Name of the profile (required)') };
const dryRunFlag = { 'dry-run': booleanFlag('Only show what would change') };
const descriptionFlag = { description: stringFlag('For people; changing it changes nothing else') };

export const enrollmentProfileCreate = defineCommand({
  path: ['enrollment', 'profile', 'create'],
  summary: 'Creates an enrolment profile, staged until it is bound',
  flags: { ...nameFlag, ...descriptionFlag, ...newSpecFlags, ...dryRunFlag },
  run: async (flags, io) => {
    const { name, description, 'dry-run': dryRun } = flags;
    requireName(name);
    const request = { name, description, spec: specWith(defaultSpec, flags), dry_run: dryRun };
    const change = await withServer(flags, io, (client) =>
      client.call(service.CreateProfile, request, 'failed to create profile'),
    );
    printChange(io, flags.output, change);
    return exitCodes.ok;
  },
});

export const enrollmentProfileShow = defineCommand({
  path: ['enrollment', 'profile', 'show'],
  summary: 'Shows an enrolment profile, every version with -all',
  flags: { ...nameFlag, all: booleanFlag('Also show versions that are superseded or retired') },
  run: async (flags, io) => {
    requireName(flags.name);
    const answer = await withServer(flags, io, (client) => getProfile(client, flags.name));
    const shown = answer.versions.filter(
      ({ state }, at) => flags.all || isLive(state) || at === answer.versions.length - 1,
    );
    printMessage(io, flags.output, { versions: shown }, () => shown.map(profileText).join('\n'));
    return exitCodes.ok;
  },
});

export const enrollmentProfileList = defineCommand({
  path: ['enrollment', 'profile', 'list'],
  summary: 'Lists enrolment profiles, those that were retired with -all',
  flags: { ...adminFlags, all: booleanFlag('Also list profiles that were retired') },
  run: async (flags, io) => {
    const answer = await withServer(flags, io, (client) => client.call(service.ListProfiles, {}));
    const profiles = answer.profiles.filter(({ state }) => flags.all || isLive(state));
    printMessage(io, flags.output, { profiles }, () => {
      const hidden = answer.profiles.length - profiles.length;
      const more = hidden === 0 ? '' : `, and ${hidden} retired: -all shows them`;
      const title = `Found ${countText(profiles.length, 'profile', 'profiles')}${more}\n`;
      return title + profiles.map((each) => `\n${profileText(each)}`).join('');
    });
    return exitCodes.ok;
  },
});

export const enrollmentProfileBind = defineCommand({
  path: ['enrollment', 'profile', 'bind'],
  summary: 'Binds a staged profile to what runs in its cluster, after showing it',
  flags: {
    ...nameFlag,
    ...dryRunFlag,
    yes: booleanFlag('Do not ask; for scripts whose author looked at a -dry-run'),
  },
  run: async (flags, io) => {
    const { name, 'dry-run': dryRun, output } = flags;
    requireName(name);
    if (output === 'json' && !flags.yes && !dryRun) {
      throw new SpiffeError(
        'INVALID_ARGUMENT',
        '-output json asks nothing: -yes or -dry-run is needed',
      );
    }
    await withServer(flags, io, async (client) => {
      const read = await client.call(service.ReadBinding, { name }, 'failed to read the cluster');
      const { version, binding, spec } = read;
      if (output === 'pretty') io.stdout.write(readBindingText(name, read));
      if (!dryRun && !flags.yes) await confirm(io);
      const request = {
        ...{ name, version, dry_run: dryRun },
        confirmed: binding,
        confirmed_spec: spec,
      };
      const change = await client.call(service.BindProfile, request, 'failed to bind profile');
      printChange(io, output, change);
    });
    return exitCodes.ok;
  },
});

export const enrollmentProfileUpdate = defineCommand({
  path: ['enrollment', 'profile', 'update'],
  summary: 'Changes an enrolment profile; what matters for security makes agents attest again',
  flags: {
    ...nameFlag,
    ...descriptionFlag,
    ...specFlags,
    noLabels: booleanFlag('Require no labels any more'),
    noAsserts: booleanFlag('Pin no settings any more'),
    addDigest: listFlag('manifest:sha256:HEX or config:sha256:HEX to approve. May be repeated'),
    removeDigest: listFlag('Digest to approve no more. May be repeated'),
    rebind: booleanFlag('Stage a version to bind what was made again under the same names'),
    version: intFlag('Version to change; default: the staged one, else the one in force'),
    ...dryRunFlag,
  },
  run: async (flags, io, given) => {
    const { name, rebind, 'dry-run': dryRun } = flags;
    requireName(name);
    const change = await withServer(flags, io, async (client) => {
      const base = baseOf(await getProfile(client, name), flags.version);
      const { version, spec } = base;
      const cleared = {
        ...(spec ?? defaultSpec),
        ...(flags.noLabels && { required_labels: [] }),
        ...(flags.noAsserts && { pod_spec_assertions: [] }),
      };
      const request = {
        name,
        version,
        rebind,
        description: given.has('description') ? flags.description : base.description,
        spec: specWith(cleared, flags),
        add_digests: [...flags.addDigest],
        remove_digests: [...flags.removeDigest],
        dry_run: dryRun,
      };
      return client.call(service.UpdateProfile, request, 'failed to update profile');
    });
    printChange(io, flags.output, change);
    return exitCodes.ok;
  },
});

export const enrollmentProfileRetire = defineCommand({
  path: ['enrollment', 'profile', 'retire'],
  summary: 'Withdraws an enrolment profile: its agents are told to attest again, and refused',
  flags: {
    ...nameFlag,
    version: intFlag('Only this version; default: what is staged or in force'),
    ...dryRunFlag,
  },
  run: async (flags, io) => {
    const { name, version, 'dry-run': dryRun } = flags;
    requireName(name);
    const change = await withServer(flags, io, (client) =>
      client.call(
        service.RetireProfile,
        { name, version, dry_run: dryRun },
        'failed to retire profile',
      ),
    );
    printChange(io, flags.output, change);
    return exitCodes.ok;
  },
});

function printChange(io: CliIo, output: OutputFormat, change: ProfileChangeMessage): void {
  printWarnings(io, change.warnings);
  printMessage(io, output, change, () => changeText(change));
}

function getProfile(client: RpcClient, name: string) {
  return client.call(service.GetProfile, { name }, 'failed to show profile');
}

function baseOf({ versions }: { readonly versions: readonly ProfileMessage[] }, wanted: number) {
  const by = (test: (profile: ProfileMessage) => boolean) => versions.find(test);
  const base =
    wanted === 0
      ? (by(({ state }) => state === 'staged') ?? by(({ state }) => state === 'bound'))
      : by(({ version }) => version === wanted);
  if (base !== undefined) return base;
  throw new SpiffeError('FAILED_PRECONDITION', 'the profile has no such version to update');
}

/** Throws FAILED_PRECONDITION unless the answer is yes. */
async function confirm(io: CliIo): Promise<void> {
  io.stdout.write('Is that what you approved? Type yes to bind: ');
  let answer = '';
  for await (const chunk of io.stdin) {
    answer += Buffer.from(chunk as Uint8Array).toString();
    if (answer.includes('\n') || answer.length > 64) break;
  }
  io.stdout.write('\n');
  if (answer.trim() === 'yes') return;
  throw new SpiffeError('FAILED_PRECONDITION', 'not confirmed, nothing was bound');
}

function isLive(state: string): boolean {
  return state === 'staged' || state === 'bound';
}

function requireName(name: string): void {
  if (name === '') throw new SpiffeError('INVALID_ARGUMENT', 'a name is required');
}
