import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { durationFlag, listFlag, stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { formatDuration } from '../../common/config/duration.ts';
import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  serverEnrollmentService as service,
  type ProfileChangeMessage,
  type ProfileMessage,
  type ReadBindingMessage,
} from '../../common/rpc/services/server-enrollment.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { defaultSpec, newSpecFlags, specWith } from './enrollment-input.ts';
import { profileText, readBindingText } from './enrollment-text.ts';

const prepareFlags = {
  ...adminFlags,
  name: stringFlag('Name of the profile (required)'),
  description: stringFlag('For people; of a profile that is created'),
  ...newSpecFlags,
  wait: durationFlag('How long to wait until the agents run and can be read', 5 * 60_000),
  bindDigest: listFlag(
    'manifest:sha256:HEX or config:sha256:HEX: bind without asking if the agents run what is named here and nothing else. May be repeated',
  ),
};

/**
 * For a Job and for pipelines: everything before the question that `bind` asks, as often as one likes. A profile that is there
 * already stays as it is, and one that somebody retired stays retired.
 */
export const enrollmentProfilePrepare = defineCommand({
  path: ['enrollment', 'profile', 'prepare'],
  summary: 'Creates a profile unless it is there, waits for its agents and shows what to bind',
  flags: prepareFlags,
  run: async (flags, io) => {
    const { bindDigest: approved, name, output, wait } = flags;
    if (name === '') throw new SpiffeError('INVALID_ARGUMENT', 'a name is required');
    approved.forEach(hexOf);
    await withServer(flags, io, async (client) => {
      const spec = specWith(defaultSpec, flags);
      const profile = await findOrCreate(client, name, { spec, description: flags.description });
      if (profile.state === 'retired') {
        // Somebody meant it: nothing is to be waited for, so a Job is not to fail and try again.
        if (approved.length > 0) throw failed(retiredText(name));
        printMessage(io, output, { profile }, () => `Nothing was done: ${retiredText(name)}\n`);
        return;
      }
      if (profile.state !== 'staged') {
        printMessage(io, output, { profile }, () => `It is in force\n\n${profileText(profile)}`);
        return;
      }
      const tell = output === 'pretty' ? (text: string) => void io.stdout.write(text) : () => {};
      const read = await readOnceReady(client, name, { waitMs: wait, io, tell });
      tell(readBindingText(name, read));
      if (approved.length === 0) {
        printMessage(
          io,
          output,
          { profile, read },
          () => `Nothing was bound. ${howToBind(name)}\n`,
        );
        return;
      }
      const bound = await bindApproved(client, name, read, approved);
      printMessage(io, output, { profile: bound, read }, () => `Bound\n\n${profileText(bound)}`);
    });
    return exitCodes.ok;
  },
});

/** The version to bind, or else the one in force; the last one when all are retired. */
async function findOrCreate(
  client: RpcClient,
  name: string,
  wanted: { readonly description: string; readonly spec: object },
): Promise<ProfileMessage> {
  const before = await findVersions(client, name);
  if (before.length === 0) {
    try {
      await client.call(service.CreateProfile, { name, ...wanted }, 'failed to create profile');
    } catch (error) {
      // Another run was faster.
      if (!hasCode(error, 'ALREADY_EXISTS')) throw error;
    }
  }
  const versions = before.length > 0 ? before : await findVersions(client, name);
  const [live] = ['staged', 'bound'].flatMap((wantedState) =>
    versions.filter(({ state }) => state === wantedState),
  );
  const found = live ?? versions.at(-1);
  if (found !== undefined) return found;
  throw failed(`profile ${JSON.stringify(name)} has no version to prepare`);
}

async function findVersions(client: RpcClient, name: string): Promise<readonly ProfileMessage[]> {
  try {
    return (await client.call(service.GetProfile, { name }, 'failed to show profile')).versions;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

interface Waiting {
  readonly waitMs: number;
  readonly io: CliIo;
  readonly tell: (text: string) => void;
}

/** What the cluster shows once the agents run. Throws the last reason when the wait is over. */
async function readOnceReady(
  client: RpcClient,
  name: string,
  { waitMs, io, tell }: Waiting,
): Promise<ReadBindingMessage> {
  const clock = io.clock ?? systemClock;
  const endMs = clock.monotonic() + waitMs;
  let told = '';
  for (;;) {
    try {
      return await client.call(service.ReadBinding, { name }, 'failed to read the cluster');
    } catch (error) {
      const mayHeal = hasCode(error, 'FAILED_PRECONDITION', 'UNAVAILABLE', 'DEADLINE_EXCEEDED');
      if (!mayHeal || clock.monotonic() + pauseMs > endMs) throw error;
      const reason = messageOf(error);
      if (reason !== told) tell(`Waiting up to ${formatDuration(waitMs)}: ${reason}\n`);
      told = reason;
    }
    await clock.sleep(pauseMs, io.signal);
  }
}

/** Throws FAILED_PRECONDITION when an image runs that was not named; then nothing is bound. */
async function bindApproved(
  client: RpcClient,
  name: string,
  { binding, spec, version }: ReadBindingMessage,
  approved: readonly string[],
): Promise<ProfileMessage> {
  const running = binding?.digests ?? [];
  const other = running.filter((digest) => !hasDigest(approved, digest));
  if (other.length > 0) {
    throw failed(
      `nothing was bound: the agents run ${other.join(' and ')}, which bindDigest does not name`,
    );
  }
  const request = { name, version, confirmed: binding, confirmed_spec: spec };
  const bound = await client.call(service.BindProfile, request, 'failed to bind profile');
  // Images for nodes that are still to come, of another architecture for instance.
  const more = approved.filter((digest) => !hasDigest(running, digest));
  if (more.length === 0) return profileOf(bound);
  const update = { name, version, description: profileOf(bound).description, spec };
  const add = { ...update, add_digests: more };
  return profileOf(await client.call(service.UpdateProfile, add, 'failed to update profile'));
}

function profileOf({ profile }: ProfileChangeMessage): ProfileMessage {
  if (profile !== null) return profile;
  throw new SpiffeError('INTERNAL', 'the server did not say what became of the profile');
}

/** The digits alone count: the same image may be known by the one kind here and by the other there. */
function hasDigest(digests: readonly string[], digest: string): boolean {
  return digests.some((each) => hexOf(each) === hexOf(digest));
}

/** Throws INVALID_ARGUMENT. */
function hexOf(digest: string): string {
  const [, hex] = /^(?:manifest|config):sha256:([0-9a-f]{64})$/.exec(digest) ?? [];
  if (hex !== undefined) return hex;
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `bindDigest ${JSON.stringify(digest)} must have the form manifest:sha256:HEX or config:sha256:HEX`,
  );
}

function retiredText(name: string): string {
  return `profile ${JSON.stringify(name)} was retired; enrollment profile create makes it anew`;
}

function failed(text: string): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', text);
}

function howToBind(name: string): string {
  return `If that is what you approved: sigil-server enrollment profile bind -name ${name}`;
}

const pauseMs = 2_000;
