import { resolve } from 'node:path';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { hostSchema, portSchema, refused } from '../../../../common/config/schema.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import {
  noUpdates,
  type UpstreamAuthority,
  type UpstreamBundle,
} from '../../../ca/upstream-authority.ts';
import { ServerClient } from './server-client.ts';

interface SpireHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly log?: Logger;
  readonly signal?: AbortSignal;
}

const config = z.strictObject({
  server_address: hostSchema(),
  server_port: portSchema(),
  workload_api_socket: z.string().min(1),
  experimental: z
    .strictObject({
      workload_api_named_pipe_name: refused(z.string(), 'named pipes exist on Windows only'),
      require_pq_kem: refused(
        z.boolean(),
        'the groups of key exchange cannot be restricted; TLS 1.3 prefers X25519MLKEM768 by itself',
      ),
    })
    .prefault({}),
});

/** Nests this server below another one of the same trust domain, SPIRE's or ours. */
export const spire = definePlugin({
  type: 'UpstreamAuthority',
  name: 'spire',
  config,
  create(settings: z.output<typeof config>, host: SpireHost): UpstreamAuthority {
    const { clock, log = silentLogger, signal = new AbortController().signal } = host;
    const client = new ServerClient({
      host: settings.server_address,
      port: settings.server_port,
      socketPath: resolve(settings.workload_api_socket),
      trustDomain: host.trustDomain,
      clock,
      log,
      signal,
    });
    return {
      name: 'spire',
      async mintX509Ca(request, callSignal) {
        const chainDer = await client.newDownstreamCa(request, callSignal);
        // The answer has roots too, but does not say which are tainted.
        const { x509Authorities: roots } = await client.bundle(callSignal);
        return { chainDer, roots, rootUpdates: noUpdates() };
      },
      async publishJwtKey(key, callSignal) {
        const keys = await client.publishJwtAuthority(key, callSignal);
        return { keys, keyUpdates: noUpdates() };
      },
      watchLocalBundle: (watchSignal) => poll(client, clock, watchSignal),
    };
  },
});

/** SPIRE 1.15: every 5 s. */
async function* poll(
  client: ServerClient,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<UpstreamBundle> {
  let last = '';
  for (;;) {
    const bundle = await client.bundle(signal);
    const text = fingerprint(bundle);
    if (text !== last) yield bundle;
    last = text;
    await clock.sleep(pollMs, signal);
  }
}

function fingerprint({ x509Authorities, jwtAuthorities }: UpstreamBundle): string {
  return JSON.stringify([
    x509Authorities.map(({ der, tainted }) => [Buffer.from(der).toString('base64'), tainted]),
    jwtAuthorities.map(({ keyId, expiresAtMs, tainted }) => [keyId, expiresAtMs, tainted]),
  ]);
}

const pollMs = 5_000;
