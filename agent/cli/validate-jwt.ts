import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { sorted, type Json } from '../../common/cli/proto-json.ts';
import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import type { google } from '../../proto/gen/workload-api.js';
import { workloadFlags, withWorkloadApi } from './connections.ts';

export const validateJwt = defineCommand({
  path: ['api', 'validate', 'jwt'],
  summary: 'Validates a JWT SVID',
  errorPrefix: '',
  flags: {
    ...workloadFlags,
    audience: stringFlag('expected audience value'),
    svid: stringFlag('JWT SVID'),
    output: outputFlag(),
  },
  run: async (flags, io) => {
    const { audience, svid } = flags;
    if (audience === '') throw new SpiffeError('INVALID_ARGUMENT', 'audience must be specified');
    if (svid === '') throw new SpiffeError('INVALID_ARGUMENT', 'svid must be specified');
    const answer = await withWorkloadApi(flags, io, (client) =>
      client.call(workloadService.ValidateJWTSVID, { audience, svid }),
    ).catch((error: unknown) => {
      throw explained(error);
    });
    const claims = structJson(answer.claims);
    if (flags.output === 'json') {
      const json = sorted([
        ['claims', claims],
        ['spiffe_id', answer.spiffe_id],
      ]);
      io.stdout.write(`${JSON.stringify(json)}\n`);
    } else {
      const text = JSON.stringify(claims);
      io.stdout.write(`SVID is valid.\nSPIFFE ID : ${answer.spiffe_id}\nClaims    : ${text}\n`);
    }
    return exitCodes.ok;
  },
});

function explained(error: unknown): SpiffeError {
  const cause = error instanceof SpiffeError ? error.cause : undefined;
  if (hasCode(error, 'INVALID_ARGUMENT') && cause instanceof RpcError) {
    return new SpiffeError(error.code, `SVID is not valid: ${cause.message}`, { cause: error });
  }
  const code = error instanceof SpiffeError ? error.code : 'INTERNAL';
  const message = `unable to validate JWT SVID: ${messageOf(error)}`;
  return new SpiffeError(code, message, { cause: error });
}

/** A `google.protobuf.Struct` as the JSON it stands for. */
function structJson(struct: google.protobuf.Struct | null): Json {
  const fields = Object.entries(struct?.fields ?? {});
  return sorted(fields.map(([name, value]) => [name, valueJson(value)]));
}

function valueJson(value: google.protobuf.Value): Json {
  if (value.structValue !== null) return structJson(value.structValue);
  if (value.listValue !== null) return value.listValue.values.map(valueJson);
  return value.stringValue ?? value.numberValue ?? value.boolValue ?? null;
}
