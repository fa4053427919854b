import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';
import { bundleFromInput, parseBundleFormat } from './bundle-input.ts';
import { isOk } from './entry-text.ts';

export const bundleCount = defineCommand({
  path: ['bundle', 'count'],
  summary: 'Count bundles',
  flags: adminFlags,
  run: async (flags, io) => {
    const answer = await withServer(flags, io, (client) =>
      client.call(bundleService.CountBundles, {}),
    );
    const text = `${countText(answer.count, 'bundle', 'bundles')}\n`;
    printMessage(io, flags.output, answer, () => text);
    return exitCodes.ok;
  },
});

export const bundleSet = defineCommand({
  path: ['bundle', 'set'],
  summary: 'Creates or updates federated bundle data',
  flags: {
    ...adminFlags,
    id: stringFlag('SPIFFE ID of the trust domain'),
    path: stringFlag('Path to the bundle data'),
    format: stringFlag('The format of the bundle data. Either "pem" or "spiffe".', 'pem'),
  },
  run: async (flags, io) => {
    if (flags.id === '') throw new SpiffeError('INVALID_ARGUMENT', 'id flag is required');
    const format = parseBundleFormat(flags.format);
    const text = await readInput(flags.path === '' ? '-' : flags.path, io).catch(unloadable);
    const bundle = [bundleFromInput(text, format, flags.id)];
    const answer = await withServer(flags, io, (client) =>
      client.call(
        bundleService.BatchSetFederatedBundle,
        { bundle },
        'failed to set federated bundle',
      ),
    );
    printMessage(io, flags.output, answer, () => {
      const [result] = answer.results;
      if (result !== undefined && isOk(result)) return 'bundle set.\n';
      const reason = result?.status?.message ?? '';
      throw new SpiffeError('FAILED_PRECONDITION', `failed to set federated bundle: ${reason}`);
    });
    return exitCodes.ok;
  },
});

export const bundleDelete = defineCommand({
  path: ['bundle', 'delete'],
  summary: 'Deletes federated bundle data',
  flags: {
    ...adminFlags,
    id: stringFlag('SPIFFE ID of the trust domain'),
    mode: stringFlag('Deletion mode: one of restrict, delete, or dissociate', 'restrict'),
  },
  run: async (flags, io) => {
    if (flags.id === '') throw new SpiffeError('INVALID_ARGUMENT', 'id is required');
    const request = { mode: modeOf(flags.mode), trust_domains: [flags.id] };
    const failure = 'failed to delete federated bundle';
    const answer = await withServer(flags, io, (client) =>
      client.call(bundleService.BatchDeleteFederatedBundle, request, failure),
    );
    printMessage(io, flags.output, answer, () => {
      const [result] = answer.results;
      if (result !== undefined && isOk(result)) return 'bundle deleted.\n';
      const name = JSON.stringify(result?.trust_domain ?? flags.id);
      const text = `${failure} ${name}: ${result?.status?.message ?? ''}`;
      throw new SpiffeError('FAILED_PRECONDITION', text);
    });
    return exitCodes.ok;
  },
});

function unloadable(cause: unknown): never {
  const text = `unable to load bundle data: ${messageOf(cause)}`;
  throw new SpiffeError('INVALID_ARGUMENT', text, { cause });
}

function modeOf(text: string): number {
  if (text === '' || text === 'restrict') return Mode.RESTRICT;
  if (text === 'dissociate') return Mode.DISSOCIATE;
  if (text === 'delete') return Mode.DELETE;
  throw new SpiffeError('INVALID_ARGUMENT', `unsupported mode ${JSON.stringify(text)}`);
}

const { Mode } = spire.api.server.bundle.v1.BatchDeleteFederatedBundleRequest;
