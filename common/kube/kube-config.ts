import type { Cluster, KubeConfig } from '@kubernetes/client-node';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Agent as HttpsAgent, RequestOptions } from 'node:https';
import { errnoText } from '../errors/errno-text.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import { Secret } from '../secret/secret.ts';
import { clientConfigError, type FindClusterAccess, type ServerTrust } from './cluster-access.ts';

interface Loaded {
  readonly fingerprint: string;
  readonly config: KubeConfig;
}

/**
 * Access as a kubeconfig file describes it: certificates, tokens, exec plugins, proxies. The
 * Kubernetes client takes 340 ms and 87 MB to load, so only who has such a file pays for it.
 */
export function kubeConfigAccess(path: string): FindClusterAccess {
  let loaded: Loaded | undefined;
  return async () => {
    const client = await import('@kubernetes/client-node');
    try {
      let config = loaded?.config;
      const text = readFileSync(path, 'utf8');
      if (config === undefined || loaded?.fingerprint !== (await fingerprint(config, text))) {
        config = new client.KubeConfig();
        config.loadFromFile(path);
        loaded = { config, fingerprint: await fingerprint(config, text) };
      }
      return await accessOf(config);
    } catch (error) {
      // Any other cause may quote what it read, and logs show causes.
      const cause = errnoText(error) === undefined ? undefined : error;
      throw clientConfigError(`${JSON.stringify(path)}: ${reasonOf(error)}`, cause);
    }
  };
}

/** A parser may quote what it reads, which holds credentials: of its words only those up to a quotation stay. */
function reasonOf(error: unknown): string {
  // The file itself is read as YAML.
  if (error instanceof SyntaxError) return 'its exec plugin answers no JSON';
  const text = firstLine(messageOf(error));
  if (!(error instanceof Error && error.name === 'YAMLException')) return text;
  const [place = ''] = / \(\d+:\d+\)$/.exec(text) ?? [];
  const [words = ''] = text.slice(0, text.length - place.length).split(/["'<:!*&]/);
  return `${words.trim()}${place}`;
}

async function accessOf(config: KubeConfig) {
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error('no current cluster');
  const options: RequestOptions = {};
  // Its agent is cached by the configuration: one pool until something changes.
  await config.applyToHTTPSOptions(options);
  const basic = typeof options.auth === 'string' ? basicHeader(options.auth) : {};
  return {
    server: new URL(cluster.server),
    agent: options.agent as HttpsAgent,
    trust: trustOf(cluster, options),
    headers: new Secret({ ...stringHeaders(options.headers), ...basic }),
  };
}

/** A server over plain HTTP is taken only from a file that says not to verify it. */
function trustOf({ server, skipTLSVerify }: Cluster, { ca }: RequestOptions): ServerTrust {
  if (skipTLSVerify || !/^https:/i.test(server)) return 'none';
  return Buffer.isBuffer(ca) ? { caPem: ca.toString('utf8') } : 'system';
}

/** Changes with the file and with the certificates it points to, not with a token. */
async function fingerprint(config: KubeConfig, text: string): Promise<string> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const hash = createHash('sha256').update(text);
  for (const part of [options.ca, options.cert, options.key]) {
    hash.update('\0').update(Buffer.isBuffer(part) ? part : '');
  }
  return hash.digest('hex');
}

function stringHeaders(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value).trim(),
    ]),
  );
}

function basicHeader(auth: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(auth).toString('base64')}` };
}

/** A YAML error quotes the lines around it, which may hold a token. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
