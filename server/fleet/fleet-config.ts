import { z } from 'zod';
import { durationSchema, hostSchema, portSchema } from '../../common/config/schema.ts';

/** The `fleet` block of the server: where agents report how they are. */
export const fleetBlockSchema = z.strictObject({
  bind_address: hostSchema().default('0.0.0.0'),
  bind_port: portSchema().default(8083),
  /** `host:port` for agents that do not reach the endpoint where they reach the server. */
  advertised_address: z
    .string()
    .regex(/^$|^(\[[0-9A-Fa-f:.]+\]|[^:[\]/\s]+):[0-9]{1,5}$/, 'must be host:port')
    .default(''),
  heartbeat_interval: durationSchema()
    .refine((ms) => ms >= 1_000 && ms <= 3_600_000, 'must be from 1s to 1h')
    .default(60_000),
  token_ttl: durationSchema()
    .refine((ms) => ms >= 60_000 && ms <= 86_400_000, 'must be from 1m to 24h')
    .default(3_600_000),
  max_connections: z.int().min(1).max(65_536).default(4096),
  max_connections_per_address: z.int().min(1).max(65_536).default(1024),
  handshake_timeout: durationSchema()
    .refine((ms) => ms >= 1_000 && ms <= 120_000, 'must be from 1s to 2m')
    .default(10_000),
});

/** Absent: agents report nothing and get no tokens. */
export interface FleetConfig {
  readonly host: string;
  readonly port: number;
  readonly advertised?: string;
  readonly heartbeatIntervalMs: number;
  readonly tokenTtlMs: number;
  readonly mostConnections: number;
  readonly mostConnectionsPerAddress: number;
  readonly handshakeTimeoutMs: number;
}

export function resolveFleet(block: z.output<typeof fleetBlockSchema>): FleetConfig {
  return {
    host: block.bind_address,
    port: block.bind_port,
    ...(block.advertised_address !== '' && { advertised: block.advertised_address }),
    heartbeatIntervalMs: block.heartbeat_interval,
    tokenTtlMs: block.token_ttl,
    mostConnections: block.max_connections,
    mostConnectionsPerAddress: block.max_connections_per_address,
    handshakeTimeoutMs: block.handshake_timeout,
  };
}
