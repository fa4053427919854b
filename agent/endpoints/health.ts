import { once } from 'node:events';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { healthService } from '../../common/rpc/services/health.ts';

const statuses = { serving: 1, notServing: 2, serviceUnknown: 3 };

/** Whether the agent serves identities. */
interface Readiness {
  readonly isReady: boolean;
  /** Now and after each change, until the signal is aborted. */
  readiness(signal: AbortSignal): AsyncIterable<boolean>;
}

/**
 * grpc.health.v1.Health, Check and Watch. It says whether the agent serves identities; SPIRE asks its
 * own socket instead, and then reports an attestor's trouble with the agent's process as ill health.
 */
export function createHealthService(agent: Readiness): readonly ServedMethod[] {
  return [
    serveUnary(healthService.Check, ({ service }) => {
      if (service !== '') {
        return Promise.reject(new SpiffeError('INVALID_ARGUMENT', 'service is not known'));
      }
      return Promise.resolve({ status: statusOf(agent.isReady) });
    }),
    serveStream(healthService.Watch, async (stream) => {
      for await (const { service } of stream.messages) {
        if (service === '') return follow(agent, stream);
        // grpc.health.v1: a watch of an unknown service stays open, the service may come.
        await stream.send({ status: statuses.serviceUnknown });
        if (!stream.signal.aborted) await once(stream.signal, 'abort');
        return;
      }
    }),
  ];
}

async function follow(
  agent: Readiness,
  stream: {
    readonly signal: AbortSignal;
    send(message: { status: number }): Promise<void> | undefined;
  },
): Promise<void> {
  for await (const ready of agent.readiness(stream.signal)) {
    await stream.send({ status: statusOf(ready) });
  }
}

function statusOf(ready: boolean): number {
  return ready ? statuses.serving : statuses.notServing;
}
