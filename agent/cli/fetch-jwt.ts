import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { commaListFlag, stringFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { toProtoJson } from '../../common/cli/proto-json.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import type { JWTBundlesResponse, JWTSVIDResponse } from '../../proto/gen/workload-api.js';
import { workloadFlags, withWorkloadApi } from './connections.ts';

export const fetchJwt = defineCommand({
  path: ['api', 'fetch', 'jwt'],
  summary: 'Fetches a JWT SVID from the Workload API',
  errorPrefix: '',
  flags: {
    ...workloadFlags,
    audience: commaListFlag('comma separated list of audience values'),
    spiffeID: stringFlag('SPIFFE ID subject (optional)'),
    output: outputFlag(),
    format: { ...outputFlag(), help: 'deprecated; use -output' },
  },
  run: async (flags, io, given) => {
    if (flags.audience.length === 0) {
      throw new SpiffeError('INVALID_ARGUMENT', 'audience must be specified');
    }
    const request = { audience: flags.audience, spiffe_id: flags.spiffeID };
    const [svids, bundles] = await withWorkloadApi(flags, io, async (client) => {
      const first = await firstBundles(client);
      return [await client.call(workloadService.FetchJWTSVID, request), first] as const;
    });
    const format = given.has('output') ? flags.output : flags.format;
    if (format === 'json') {
      io.stdout.write(`${JSON.stringify([toProtoJson(svids), toProtoJson(bundles)])}\n`);
    } else {
      io.stdout.write(prettyText(svids, bundles));
    }
    return exitCodes.ok;
  },
});

async function firstBundles(client: RpcClient): Promise<JWTBundlesResponse> {
  try {
    for await (const bundles of client.stream(workloadService.FetchJWTBundles, {})) return bundles;
  } catch (cause) {
    const code = cause instanceof SpiffeError ? cause.code : 'INTERNAL';
    const message = `failed to receive JWT bundles: ${messageOf(cause)}`;
    throw new SpiffeError(code, message, { cause });
  }
  throw new SpiffeError('UNAVAILABLE', 'failed to receive JWT bundles: the agent sent none');
}

function prettyText({ svids }: JWTSVIDResponse, { bundles }: JWTBundlesResponse): string {
  const tokens = svids.map(({ spiffe_id: id, svid, hint }) => {
    const hinted = hint === '' ? '' : `hint(${id}):\n\t${hint}\n`;
    return `token(${id}):\n\t${svid}\n${hinted}`;
  });
  const documents = Object.entries(bundles).map(
    ([id, document]) => `bundle(${id}):\n\t${Buffer.from(document).toString('utf8')}\n`,
  );
  return [...tokens, ...documents].join('');
}
