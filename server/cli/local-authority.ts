import { defineCommand, exitCodes, type Command } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { formatGoTime } from '../../common/cli/go-time.ts';
import { printMessage } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Method } from '../../common/rpc/contract.ts';
import { localAuthorityService as service } from '../../common/rpc/services/local-authority.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';

type State = spire.api.server.localauthority.v1.AuthorityState;

interface States {
  active: State | null;
  prepared: State | null;
  old: State | null;
}

/** One kind of authority: its words, and the method behind each verb with the field of its answer. */
interface Kind {
  readonly word: 'x509' | 'jwt';
  /** As people read it. */
  readonly name: string;
  readonly get: Method<object, States>;
  readonly prepare: Step;
  readonly activate: Step;
  readonly taint: Step;
  readonly revoke: Step;
}

interface Step {
  readonly method: Method<{ authority_id: string }, object>;
  readonly field: string;
}

const x509: Kind = {
  word: 'x509',
  name: 'X.509',
  get: service.GetX509AuthorityState,
  prepare: step(service.PrepareX509Authority, 'prepared_authority'),
  activate: step(service.ActivateX509Authority, 'activated_authority'),
  taint: step(service.TaintX509Authority, 'tainted_authority'),
  revoke: step(service.RevokeX509Authority, 'revoked_authority'),
};

const jwt: Kind = {
  word: 'jwt',
  name: 'JWT',
  get: service.GetJWTAuthorityState,
  prepare: step(service.PrepareJWTAuthority, 'prepared_authority'),
  activate: step(service.ActivateJWTAuthority, 'activated_authority'),
  taint: step(service.TaintJWTAuthority, 'tainted_authority'),
  revoke: step(service.RevokeJWTAuthority, 'revoked_authority'),
};

/** `localauthority x509|jwt show|prepare|activate|taint|revoke`. */
export const localAuthorityCommands: readonly Command[] = [x509, jwt].flatMap((kind) => [
  showCommand(kind),
  stepCommand(kind, 'prepare', 'Prepared', prepareSummary(kind)),
  stepCommand(
    kind,
    'activate',
    'Activated',
    `Activates a prepared ${kind.name} authority for use, which will cause it to be used for all ${kind.name} signing operations serviced by this server going forward`,
  ),
  stepCommand(
    kind,
    'taint',
    'Tainted',
    `Marks the previously active ${kind.name} authority as being tainted`,
  ),
  stepCommand(
    kind,
    'revoke',
    'Revoked',
    `Revokes the previously active ${kind.name} authority by removing it from the bundle and propagating this update throughout the cluster`,
  ),
]);

function showCommand(kind: Kind): Command {
  return defineCommand({
    path: ['localauthority', kind.word, 'show'],
    summary: `Shows the local ${kind.name} authorities`,
    flags: adminFlags,
    run: async (flags, io) => {
      const failure = `could not get ${kind.name} authorities`;
      const states = await withServer(flags, io, (client) => client.call(kind.get, {}, failure));
      printMessage(io, flags.output, states, () =>
        [
          slotText(kind, 'Active', states.active),
          slotText(kind, 'Prepared', states.prepared),
          slotText(kind, 'Old', states.old),
        ].join('\n'),
      );
      return exitCodes.ok;
    },
  });
}

function stepCommand(
  kind: Kind,
  verb: 'prepare' | 'activate' | 'taint' | 'revoke',
  done: string,
  summary: string,
): Command {
  const authorityID = stringFlag(`The authority ID of the ${kind.name} authority to ${verb}`);
  return defineCommand({
    path: ['localauthority', kind.word, verb],
    summary,
    flags: verb === 'prepare' ? adminFlags : { ...adminFlags, authorityID },
    run: async (flags, io) => {
      const id = 'authorityID' in flags ? flags.authorityID : undefined;
      if (id === '') throw new SpiffeError('INVALID_ARGUMENT', 'an authority ID is required');
      const { method, field } = kind[verb];
      const failure = `could not ${verb} ${kind.name} authority`;
      const answer = await withServer(flags, io, (client) =>
        client.call(method, id === undefined ? {} : { authority_id: id }, failure),
      );
      const state = (answer as Record<string, State | null>)[field];
      if (state === null || state === undefined) {
        const rule = `expected to have ${done.toLowerCase()} ${kind.name} authority information`;
        throw new SpiffeError('INTERNAL', rule);
      }
      printMessage(io, flags.output, answer, () => slotText(kind, done, state));
      return exitCodes.ok;
    },
  });
}

function slotText(kind: Kind, title: string, state: State | null): string {
  const head = `${title} ${kind.name} authority:\n`;
  if (state === null) return `${head}  No ${title.toLowerCase()} ${kind.name} authority found\n`;
  const keyId = state.upstream_authority_subject_key_id;
  const upstream =
    keyId === ''
      ? '  Upstream authority ID: No upstream authority\n'
      : `  Upstream authority Subject Key ID: ${keyId}\n`;
  return [
    head,
    `  Authority ID: ${state.authority_id}\n`,
    `  Expires at: ${formatGoTime(state.expires_at * 1000)}\n`,
    kind.word === 'x509' ? upstream : '',
  ].join('');
}

function prepareSummary(kind: Kind): string {
  const what = kind.word === 'x509' ? 'the resulting CA certificate' : 'it';
  return `Prepares a new ${kind.name} authority for use by generating a new key and injecting ${what} into the bundle`;
}

/** The requests differ in type only: `prepare` has no field, the others have the ID. */
function step<Request, Response extends object>(
  method: Method<Request, Response>,
  field: keyof Response & string,
): Step {
  return { method: method as unknown as Step['method'], field };
}
