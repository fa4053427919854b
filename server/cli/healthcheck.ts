import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { booleanFlag } from '../../common/cli/flags.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { healthService } from '../../common/rpc/services/health.ts';
import { grpc } from '../../proto/gen/grpc-health.js';
import { socketFlags, withServer } from './admin-connection.ts';

const { ServingStatus } = grpc.health.v1.HealthCheckResponse;

export const healthcheck = defineCommand({
  path: ['healthcheck'],
  summary: 'Determines server health status',
  errorPrefix: 'Error: server is unhealthy: ',
  flags: {
    ...socketFlags,
    shallow: booleanFlag('Perform a less stringent health check'),
    verbose: booleanFlag('Print verbose information'),
  },
  run: async (flags, io) => {
    if (flags.verbose) io.stdout.write('Checking server health...\n');
    try {
      const { status } = await withServer(flags, io, (client) =>
        client.call(healthService.Check, {}),
      );
      if (status !== ServingStatus.SERVING) throw new NotServing(status);
    } catch (error) {
      if (error instanceof NotServing) throw error;
      if (flags.verbose) io.stderr.write(`Failed to check health: ${messageOf(error)}\n`);
      const hint = flags.verbose ? '' : `: ${messageOf(error)}`;
      throw new SpiffeError('UNAVAILABLE', `unable to determine health${hint}`, { cause: error });
    }
    io.stdout.write('Server is healthy.\n');
    return exitCodes.ok;
  },
});

class NotServing extends SpiffeError {
  constructor(status: number) {
    super(
      'UNAVAILABLE',
      `server returned status ${JSON.stringify(ServingStatus[status] ?? status)}`,
    );
  }
}
