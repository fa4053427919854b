import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { printMessage } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init, Method } from '../../common/rpc/contract.ts';
import { trustDomainService } from '../../common/rpc/services/trust-domain.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';
import { isOk, statusText, type StatusMessage } from './entry-text.ts';
import {
  relationshipFlags,
  relationshipsFrom,
  type RelationshipMessage,
} from './federation-input.ts';
import { relationshipText } from './federation-text.ts';

export const federationCreate = writeCommand(
  'create',
  'Creates a dynamic federation relationship with a foreign trust domain',
  trustDomainService.BatchCreateFederationRelationship,
);

export const federationUpdate = writeCommand(
  'update',
  'Updates a dynamic federation relationship with a foreign trust domain',
  trustDomainService.BatchUpdateFederationRelationship,
);

interface Results {
  readonly results: readonly Result[];
}

interface Result {
  readonly status: StatusMessage | null;
  readonly federation_relationship: RelationshipMessage | null;
}

function writeCommand<Request extends object>(
  verb: 'create' | 'update',
  summary: string,
  method: Method<Request, Results>,
): Command {
  return defineCommand({
    path: ['federation', verb],
    summary,
    flags: { ...adminFlags, ...relationshipFlags },
    run: async (flags, io, given) => {
      const sent = await relationshipsFrom(flags, io, given);
      // Both requests have this field; the masks are left out.
      const request = { federation_relationships: sent } as unknown as Init<Request>;
      const answer = await withServer(flags, io, (client) =>
        client.call(method, request, 'request failed'),
      );
      if (flags.output === 'json') printMessage(io, 'json', answer, () => '');
      else printPretty(io, verb, answer.results, sent);
      return exitCodes.ok;
    },
  });
}

/** The good ones to standard output, then the failed ones, as they were sent, to standard error. */
function printPretty(
  io: CliIo,
  verb: string,
  results: readonly Result[],
  sent: readonly Init<RelationshipMessage>[],
): void {
  for (const { federation_relationship: written } of results.filter(isOk)) {
    io.stdout.write(`\n${written === null ? '' : relationshipText(written)}`);
  }
  const failed = results.flatMap((result, at) => (isOk(result) ? [] : [{ ...result, at }]));
  for (const { status, at } of failed) {
    const title = `Failed to ${verb} the following federation relationship (${statusText(status)}):`;
    io.stdout.write('\n');
    io.stderr.write(`${title}\n${relationshipText(asReceived(sent[at] ?? {}))}`);
  }
  if (failed.length > 0) {
    const text = `failed to ${verb} one or more federation relationships`;
    throw new SpiffeError('FAILED_PRECONDITION', text);
  }
}

function asReceived(message: Init<RelationshipMessage>): RelationshipMessage {
  return FederationRelationship.decode(FederationRelationship.encode(message).finish());
}

const { FederationRelationship } = spire.api.types;
