import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { trustDomainService } from '../../common/rpc/services/trust-domain.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { isOk } from './entry-text.ts';
import { relationshipText } from './federation-text.ts';

const idFlags = { ...adminFlags, id: stringFlag('SPIFFE ID of the trust domain') };

export const federationList = defineCommand({
  path: ['federation', 'list'],
  summary: 'Lists all dynamic federation relationships',
  flags: adminFlags,
  run: async (flags, io) => {
    const failure = 'error listing federation relationship';
    const answer = await withServer(flags, io, (client) =>
      client.call(trustDomainService.ListFederationRelationships, {}, failure),
    );
    const found = answer.federation_relationships;
    printMessage(io, flags.output, answer, () => {
      const one = 'federation relationship';
      const title = `Found ${countText(found.length, one, `${one}s`)}\n`;
      return title + found.map((each) => `\n${relationshipText(each)}`).join('');
    });
    return exitCodes.ok;
  },
});

export const federationShow = defineCommand({
  path: ['federation', 'show'],
  summary: 'Shows a dynamic federation relationship',
  flags: {
    ...adminFlags,
    trustDomain: stringFlag('The trust domain name of the federation relationship to show'),
  },
  run: async (flags, io) => {
    const { trustDomain } = flags;
    if (trustDomain === '') throw required('a trust domain name is required');
    const failure = 'error showing federation relationship';
    const request = { trust_domain: trustDomain };
    const found = await withServer(flags, io, (client) =>
      client.call(trustDomainService.GetFederationRelationship, request, failure),
    );
    printMessage(io, flags.output, found, () => {
      const title = `Found a federation relationship with trust domain ${trustDomain}:\n\n`;
      return title + relationshipText(found);
    });
    return exitCodes.ok;
  },
});

export const federationDelete = defineCommand({
  path: ['federation', 'delete'],
  summary: 'Deletes a dynamic federation relationship',
  flags: idFlags,
  run: async (flags, io) => {
    if (flags.id === '') throw required('id is required');
    const failure = 'failed to delete federation relationship';
    const request = { trust_domains: [flags.id] };
    const answer = await withServer(flags, io, (client) =>
      client.call(trustDomainService.BatchDeleteFederationRelationship, request, failure),
    );
    printMessage(io, flags.output, answer, () => {
      const [result] = answer.results;
      if (result !== undefined && isOk(result)) return 'federation relationship deleted.\n';
      const name = JSON.stringify(result?.trust_domain ?? flags.id);
      const text = `${failure} ${name}: ${result?.status?.message ?? ''}`;
      throw new SpiffeError('FAILED_PRECONDITION', text);
    });
    return exitCodes.ok;
  },
});

export const federationRefresh = defineCommand({
  path: ['federation', 'refresh'],
  summary: 'Refreshes the bundle from the specified federated trust domain',
  flags: idFlags,
  run: async (flags, io) => {
    if (flags.id === '') throw required('id is required');
    const request = { trust_domain: flags.id };
    try {
      await withServer(flags, io, (client) =>
        client.call(trustDomainService.RefreshBundle, request, 'failed to refresh bundle'),
      );
    } catch (cause) {
      if (!hasCode(cause, 'NOT_FOUND')) throw cause;
      const name = JSON.stringify(flags.id);
      const text = `there is no federation relationship with trust domain ${name}`;
      throw new SpiffeError('NOT_FOUND', text, { cause });
    }
    const status = { code: 0, message: 'OK' };
    printMessage(io, flags.output, status, () => 'Bundle refreshed\n');
    return exitCodes.ok;
  },
});

function required(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text);
}
