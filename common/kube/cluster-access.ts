import { readFileSync } from 'node:fs';
import { Agent as HttpsAgent } from 'node:https';
import { isIPv6 } from 'node:net';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { Secret } from '../secret/secret.ts';

/** Where an API server is and how to be let in, as of now. */
export interface ClusterAccess {
  readonly server: URL;
  /** Verifies the server; a changed CA or client certificate makes another agent. */
  readonly agent: HttpsAgent;
  /** What `agent` verifies the server by; said apart, as an agent does not tell. */
  readonly trust: ServerTrust;
  readonly headers: Secret<Readonly<Record<string, string>>>;
}

/** These CA certificates, those that come with the system, or a server that is not verified at all. */
export type ServerTrust = { readonly caPem: string } | 'system' | 'none';

/** Reads the credentials anew at each call, so that rotated ones are picked up at once. */
export type FindClusterAccess = () => Promise<ClusterAccess>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The mounted service account of the pod that this process runs in. */
export function inClusterAccess(
  environment: Environment,
  folder = '/var/run/secrets/kubernetes.io/serviceaccount',
): FindClusterAccess {
  const agents = new AgentCache();
  // eslint-disable-next-line @typescript-eslint/require-await -- a missing file must reject, not throw
  return async () => readServiceAccount(environment, folder, agents);
}

function readServiceAccount(
  environment: Environment,
  folder: string,
  agents: AgentCache,
): ClusterAccess {
  const host = environment['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = environment['KUBERNETES_SERVICE_PORT'] ?? '';
  if (host === '' || port === '') {
    throw clientConfigError(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    );
  }
  const ca = readText(`${folder}/ca.crt`);
  const token = readText(`${folder}/token`).trim();
  return {
    server: new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`),
    agent: agents.get(ca, () => new HttpsAgent({ keepAlive: true, maxCachedSessions: 0, ca })),
    trust: { caPem: ca },
    headers: new Secret({ authorization: `Bearer ${token}` }),
  };
}

/** Keeps one connection pool for as long as its TLS settings stay the same. */
class AgentCache {
  #key: string | undefined;
  #agent: HttpsAgent | undefined;

  get(key: string, create: () => HttpsAgent): HttpsAgent {
    if (this.#agent === undefined || this.#key !== key) {
      const old = this.#agent;
      this.#agent = create();
      this.#key = key;
      // Requests under way keep their sockets; idle ones have no use any more.
      for (const sockets of Object.values(old?.freeSockets ?? {})) {
        for (const socket of sockets ?? []) socket.destroy();
      }
    }
    return this.#agent;
  }
}

export function clientConfigError(reason: string, cause?: unknown): SpiffeError {
  return new SpiffeError(
    'INTERNAL',
    `unable to get clientset: unable to create client config: ${reason}`,
    { cause },
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw clientConfigError(`unable to read ${JSON.stringify(path)}`, cause);
  }
}
