import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { booleanFlag } from '../../common/cli/flags.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { healthService } from '../../common/rpc/services/health.ts';
import { grpc } from '../../proto/gen/grpc-health.js';
import { publicSocketFlags, withPublicSocket } from './connections.ts';

const { ServingStatus } = grpc.health.v1.HealthCheckResponse;

export const healthcheck = defineCommand({
  path: ['healthcheck'],
  summary: 'Determines agent health status',
  errorPrefix: 'Agent is unhealthy: ',
  flags: {
    ...publicSocketFlags('Agent API socket'),
    shallow: booleanFlag('Perform a less stringent health check'),
    verbose: booleanFlag('Print verbose information'),
  },
  run: async (flags, io) => {
    if (flags.verbose) io.stdout.write('Checking agent health...\n');
    const status = await withPublicSocket(flags, io, (client) =>
      client.call(healthService.Check, {}),
    ).catch((error: unknown) => {
      if (flags.verbose) io.stderr.write(`Failed to check health: ${messageOf(error)}\n`);
      const hint = flags.verbose ? '' : `: ${messageOf(error)}`;
      throw new SpiffeError('UNAVAILABLE', `unable to determine health${hint}`, { cause: error });
    });
    if (status.status !== ServingStatus.SERVING) {
      const name = JSON.stringify(ServingStatus[status.status] ?? status.status);
      throw new SpiffeError('UNAVAILABLE', `agent returned status ${name}`);
    }
    io.stdout.write('Agent is healthy.\n');
    return exitCodes.ok;
  },
});
