import { defineCommand, exitCodes, type Command } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Method } from '../../common/rpc/contract.ts';
import { localAuthorityService } from '../../common/rpc/services/local-authority.ts';
import { adminFlags, withServer } from './admin-connection.ts';

export const upstreamAuthorityTaint = authorityCommand(
  'taint',
  'Tainted',
  'Marks the provided X.509 upstream authority as being tainted',
  localAuthorityService.TaintX509UpstreamAuthority,
);

export const upstreamAuthorityRevoke = authorityCommand(
  'revoke',
  'Revoked',
  'Revokes the previously active X.509 upstream authority by removing it from the bundle and propagating this update throughout the cluster',
  localAuthorityService.RevokeX509UpstreamAuthority,
);

interface Answer {
  readonly upstream_authority_subject_key_id: string;
}

function authorityCommand(
  verb: 'taint' | 'revoke',
  done: string,
  summary: string,
  method: Method<{ subject_key_id: string }, Answer>,
): Command {
  return defineCommand({
    path: ['upstreamauthority', verb],
    summary,
    flags: {
      ...adminFlags,
      subjectKeyID: stringFlag(
        `The X.509 Subject Key Identifier (or SKID) of the authority's CA certificate of the upstream X.509 authority to ${verb}`,
      ),
    },
    run: async (flags, io) => {
      if (flags.subjectKeyID === '') {
        const text = 'the Subject Key ID of the X.509 upstream authority is required';
        throw new SpiffeError('INVALID_ARGUMENT', text);
      }
      const request = { subject_key_id: flags.subjectKeyID };
      const failure = `could not ${verb} X.509 upstream authority`;
      const answer = await withServer(flags, io, (client) => client.call(method, request, failure));
      const id = answer.upstream_authority_subject_key_id;
      const title = `${done} X.509 upstream authority:\n`;
      printMessage(io, flags.output, answer, () => `${title}  Subject Key ID: ${id}\n`);
      return exitCodes.ok;
    },
  });
}
