import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { renderBootstrap } from '../../../envoy/bootstrap.ts';
import type { BootstrapInput } from '../../../envoy/bootstrap-options.ts';
import { envoyBinary } from '../../../testkit/envoy-binary.ts';
import { freePort } from './free-port.ts';
import type { ManagedProcess } from './managed-process.ts';
import { eventually, when } from './poll.ts';
import type { Workspace } from './workspace.ts';

export interface RunningEnvoy {
  readonly process: ManagedProcess;
  readonly admin: EnvoyAdmin;
  readonly bootstrapPath: string;
}

/**
 * A link of the Envoy binary under its own path, so that the `unix` attestor tells the Envoys of one
 * machine and one user apart by `unix:path`.
 */
export function envoyUnderOwnName(workspace: Workspace, name: string): string {
  mkdirSync(workspace.path('bin'), { recursive: true });
  const path = workspace.path('bin', name);
  const binary = envoyBinary();
  try {
    linkSync(binary, path);
  } catch {
    // Another file system, or the binary of another user: a copy does as well.
    copyFileSync(binary, path);
  }
  return path;
}

/** Starts an Envoy with a generated bootstrap. Its admin port answers when this returns. */
export async function startEnvoy(
  workspace: Workspace,
  binary: string,
  options: Omit<BootstrapInput, 'admin_port'>,
): Promise<RunningEnvoy> {
  const port = await freePort();
  const bootstrap = renderBootstrap({ ...options, admin_port: port });
  return startEnvoyWith(workspace, binary, options.node_id, bootstrap, port);
}

/** Starts an Envoy with the bootstrap given, whose admin listens on `adminPort`. */
export async function startEnvoyWith(
  workspace: Workspace,
  binary: string,
  name: string,
  bootstrap: string,
  adminPort: number,
): Promise<RunningEnvoy> {
  const bootstrapPath = workspace.path(`${name}.yaml`);
  writeFileSync(bootstrapPath, bootstrap);
  // Hot restart would make Envoys of one machine share a socket; two workers are enough here.
  const flags = ['--disable-hot-restart', '--concurrency', '1', '--log-level', 'warning'];
  const process = workspace.start(name, [binary, '-c', bootstrapPath, ...flags]);
  const admin = new EnvoyAdmin(adminPort);
  await eventually(`${name} answers on its admin port`, async () => {
    process.assertRunning();
    await admin.state();
    return true;
  });
  return { process, admin, bootstrapPath };
}

interface EnvoyCertificate {
  readonly serial_number: string;
  readonly subject_alt_names: readonly { readonly uri?: string }[];
  readonly valid_from: string;
  readonly expiration_time: string;
  readonly path: string;
}

interface EnvoyCertificates {
  readonly ca_cert: readonly EnvoyCertificate[];
  readonly cert_chain: readonly EnvoyCertificate[];
}

/** The admin interface of an Envoy. */
export class EnvoyAdmin {
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /** LIVE, INITIALIZING, DRAINING or PRE_INITIALIZING. */
  async state(): Promise<string> {
    return (await this.get('/ready')).trim();
  }

  async ready(deadlineMs = 20_000): Promise<void> {
    await eventually(
      `the Envoy on ${this.port} is LIVE`,
      async () => when((await this.state()) === 'LIVE'),
      { deadlineMs, everyMs: 20 },
    );
  }

  /** The contexts that hold certificates, each with its chain and its trusted CAs. */
  async certificates(): Promise<readonly EnvoyCertificates[]> {
    const answer = JSON.parse(await this.get('/certs')) as { certificates: EnvoyCertificates[] };
    return answer.certificates;
  }

  /** The leaf in use, once there is one. */
  async leaf(): Promise<EnvoyCertificate | undefined> {
    return (await this.certificates()).flatMap((one) => one.cert_chain)[0];
  }

  /** All counters and gauges whose names match, by name. */
  async stats(filter: string): Promise<ReadonlyMap<string, number>> {
    const answer = await this.get(`/stats?format=json&filter=${encodeURIComponent(filter)}`);
    const { stats } = JSON.parse(answer) as { stats: { name?: string; value?: number }[] };
    return new Map(stats.map((one) => [one.name ?? '', Number(one.value)]));
  }

  /** The sum of the counters whose names match. */
  async sum(filter: string): Promise<number> {
    return [...(await this.stats(filter)).values()].reduce((sum, value) => sum + value, 0);
  }

  configDump(): Promise<string> {
    return this.get('/config_dump');
  }

  /** What the listeners still wait for. */
  initDump(): Promise<string> {
    return this.get('/init_dump');
  }

  async get(path: string): Promise<string> {
    const asked = request({
      host: '127.0.0.1',
      port: this.port,
      path,
      timeout: 5_000,
      agent: false,
    });
    return new Promise((resolve, reject) => {
      asked.on('response', (response) => resolve(text(response)));
      asked.on('timeout', () => asked.destroy(new Error('the admin interface does not answer')));
      asked.on('error', reject);
      asked.end();
    });
  }
}
