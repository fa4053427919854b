import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../common/clock/clock.ts';
import { silentLogger, type Logger } from '../common/log/logger.ts';
import { dialTls, dialUnix, type RpcChannel } from '../common/rpc/rpc-channel.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { serverIdOf } from '../common/spiffe/spiffe-id.ts';
import { noMetrics, type Metrics } from '../common/telemetry/metrics.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { createCsr } from '../common/x509/csr.ts';
import { generateKeyPair, type KeyPair } from '../common/x509/keys.ts';
import { certificatesToPem } from '../common/x509/pem.ts';
import { spiffeIdOfLeaf } from '../common/x509/svid.ts';
import type { Datastore } from '../server/datastore/datastore.ts';
import { startServer, type RunningServer } from '../server/server.ts';
import { loadServerConfig, prepareServerPlugins } from './load-config.ts';
import { zetaTest } from './registration.ts';

/** A server of `zeta.test` in this process, with real sockets in a folder of its own. */
export interface TestServer {
  readonly folder: string;
  readonly admin: RpcChannel;
  readonly server: RunningServer;
  /** Connects over TLS, with a client certificate or without. */
  dial(client?: ClientIdentity): RpcChannel;
  /** Stops the server and starts another one on what it left; dial again afterwards. */
  restart(options?: { readonly while?: () => void | Promise<void> }): Promise<void>;
}

export interface ClientIdentity {
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: Pick<KeyPair, 'privateKey'>;
}

export interface TestServerOptions {
  /** 127.0.0.1 unless told otherwise. */
  readonly bindAddress?: string;
  /** Lines for the server block. */
  readonly server?: string;
  readonly keyManager?: string;
  /** More plugins. */
  readonly plugins?: string;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** A connection string of PostgreSQL, in place of SQLite. */
  readonly postgres?: string;
  /** Ends a start that waits. */
  readonly ending?: AbortSignal;
  /** Puts something between the server and its datastore. */
  readonly wrapStore?: (store: Datastore) => Datastore;
}

export async function startTestServer(
  t: TestContext,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-server-'));
  const channels: RpcChannel[] = [];
  let server = await start(folder, options);
  t.after(async () => {
    for (const channel of channels) channel.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const keep = (channel: RpcChannel) => {
    channels.push(channel);
    return channel;
  };
  const dialAdmin = () => keep(dialUnix(join(folder, 'private', 'api.sock')));
  let admin = dialAdmin();
  return {
    folder,
    get admin() {
      return admin;
    },
    get server() {
      return server;
    },
    dial: (client) => keep(dial(server, client)),
    async restart(between = {}) {
      await server.stop();
      await between.while?.();
      server = await start(folder, options);
      // The old channel would wait before it connects again.
      admin = dialAdmin();
    },
  };
}

async function start(folder: string, options: TestServerOptions): Promise<RunningServer> {
  const path = join(folder, 'server.conf');
  writeFileSync(path, configOf(folder, options));
  const config = loadServerConfig({ path });
  const plugins = await prepareServerPlugins(config.plugins);
  const { wrapStore = (store: Datastore) => store } = options;
  return startServer(
    { ...config, bind: { ...config.bind, port: 0 } },
    {
      plugins: {
        ...plugins,
        openDatastore: async (host) => wrapStore(await plugins.openDatastore(host)),
      },
      log: options.log ?? silentLogger,
      logControl: { level: () => 'info', setLevel: () => undefined },
      clock: systemClock,
      metrics: options.metrics ?? noMetrics,
      version: 'test',
      env: {},
      ...(options.ending !== undefined && { ending: options.ending }),
    },
  );
}

function configOf(folder: string, options: TestServerOptions): string {
  const datastore =
    options.postgres === undefined
      ? `database_type = "sqlite3", connection_string = "${folder}/data/db.sqlite3"`
      : `database_type = "postgres", connection_string = ${JSON.stringify(options.postgres)}`;
  const keyManager =
    options.keyManager ?? `KeyManager "disk" { plugin_data { keys_path = "${folder}/keys.json" } }`;
  return `
    server {
      trust_domain = "zeta.test"
      bind_address = "${options.bindAddress ?? '127.0.0.1'}"
      data_dir = "${folder}/data"
      socket_path = "${folder}/private/api.sock"
      ratelimit { attestation = false }
      ${options.server ?? ''}
    }
    plugins {
      DataStore "sql" {
        plugin_data { ${datastore} }
      }
      ${keyManager}
      ${options.plugins ?? ''}
    }`;
}

/** Looks at the server's SPIFFE ID only, as an agent does that bootstraps without a bundle. */
function dial({ address }: RunningServer, client: ClientIdentity | undefined): RpcChannel {
  const credentials = client && {
    chainPem: certificatesToPem(client.chainDer),
    keyPem: client.keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  return dialTls({
    ...address,
    credentials: () => credentials,
    verifyServer(chainDer) {
      const id = spiffeIdOfLeaf(parseCertificate(chainDer[0] ?? new Uint8Array()));
      if (id !== serverIdOf(zetaTest)) throw new Error(`not a server: ${id}`);
    },
  });
}

/** Attests with a join token on a channel of its own, as SPIRE's agent does. */
export function attestWithToken(
  server: Pick<TestServer, 'dial'>,
  token: string,
  csrOf: (keyPair: KeyPair) => Uint8Array = createCsr,
): Promise<ClientIdentity & { readonly reattestable: boolean }> {
  return attestWith(server, 'join_token', token, csrOf);
}

/** The same by any node attestor that asks no questions. */
export async function attestWith(
  { dial: dialServer }: Pick<TestServer, 'dial'>,
  type: string,
  payload: string,
  csrOf: (keyPair: KeyPair) => Uint8Array = createCsr,
): Promise<ClientIdentity & { readonly reattestable: boolean }> {
  const keyPair = await generateKeyPair('ec-p256');
  const stream = dialServer().open(agentService.AttestAgent);
  const data = { type, payload: Buffer.from(payload) };
  await stream.send({ params: { data, params: { csr: csrOf(keyPair) } } });
  stream.end();
  for await (const { result } of stream.messages) {
    const chainDer = (result?.svid?.cert_chain ?? []).map((der) => Uint8Array.from(der));
    return { chainDer, keyPair, reattestable: result?.reattestable ?? true };
  }
  throw new Error('the server ended the stream without a result');
}
