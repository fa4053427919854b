import { readFileSync } from 'node:fs';
import { errnoText } from '../common/errors/errno-text.ts';
import { parseDuration } from '../common/config/duration.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { Secret } from '../common/secret/secret.ts';
import type { TrustBundleFormat, TrustBundleSource } from './attestor/trust-bundle-source.ts';
import { unixPathOf } from './client/workload-api-address.ts';
import type { AgentBlock } from './config-schema.ts';
import type { RebootstrapPolicy } from './svid/rebootstrap.ts';

/** How an agent without an SVID comes to one: whom it believes, and what it shows. */
export interface Bootstrap {
  readonly trustBundle: TrustBundleSource;
  readonly rebootstrap: RebootstrapPolicy;
  readonly joinToken: Secret<string> | undefined;
}

/** Adds a fault unless the condition holds. */
export type Check = (isGood: boolean, key: string, message: string) => void;

/** Makes one choice of the keys that exclude each other. */
export function resolveBootstrap(agent: AgentBlock, check: Check): Bootstrap {
  return {
    trustBundle: resolveTrustBundle(agent, check),
    rebootstrap: resolveRebootstrap(agent, check),
    joinToken: resolveJoinToken(agent, check),
  };
}

function resolveTrustBundle(agent: AgentBlock, check: Check): TrustBundleSource {
  const sources = {
    trust_bundle_spiffe_workload_api: agent.trust_bundle_spiffe_workload_api,
    trust_bundle_url: agent.trust_bundle_url,
    trust_bundle_path: agent.trust_bundle_path,
    insecure_bootstrap: agent.insecure_bootstrap,
  };
  const given = Object.entries(sources).flatMap(([key, value]) => (value ? [key] : []));
  check(
    given.length > 0,
    'trust_bundle_path',
    'trust_bundle_path, trust_bundle_url, or trust_bundle_spiffe_workload_api must be configured unless insecure_bootstrap is set',
  );
  const [first = 'trust_bundle_path', ...others] = given;
  check(others.length === 0, first, `only one of ${given.join(', ')} can be specified`);
  const format = agent.trust_bundle_format ?? 'pem';
  const isKnown = format === 'pem' || format === 'spiffe';
  check(isKnown, 'trust_bundle_format', 'must be "pem" or "spiffe"');
  checkUnixSocket(agent, check);
  if (!isKnown || agent.insecure_bootstrap === true) return { kind: 'insecure' };
  const { trust_bundle_spiffe_workload_api: address = '', trust_bundle_url: url = '' } = agent;
  if (address !== '') return resolveWorkloadApi(address, check);
  if (url !== '') return resolveUrl(url, agent.trust_bundle_unix_socket ?? '', format, check);
  return { kind: 'file', path: agent.trust_bundle_path ?? '', format };
}

function checkUnixSocket(agent: AgentBlock, check: Check): void {
  const key = 'trust_bundle_unix_socket';
  if (!agent[key]) return;
  const others = 'cannot be combined with trust_bundle_spiffe_workload_api';
  check(!agent.trust_bundle_spiffe_workload_api, key, others);
  check(Boolean(agent.trust_bundle_url), key, 'needs a trust_bundle_url');
}

function resolveWorkloadApi(address: string, check: Check): TrustBundleSource {
  try {
    unixPathOf(address);
  } catch (error) {
    check(false, 'trust_bundle_spiffe_workload_api', messageOf(error));
  }
  return { kind: 'workload_api', address };
}

/** Over a Unix socket the program behind it is trusted, and told what the agent is about to do. */
function resolveUrl(
  url: string,
  socketPath: string,
  format: TrustBundleFormat,
  check: Check,
): TrustBundleSource {
  const key = 'trust_bundle_url';
  const parsed = URL.parse(url);
  if (socketPath === '') {
    check(parsed?.protocol === 'https:', key, 'must start with https://');
    return { kind: 'url', url, format };
  }
  const isHttp = parsed?.protocol === 'http:';
  check(isHttp, key, 'must start with http:// when used with trust_bundle_unix_socket');
  for (const prefix of ['spiffe-', 'spire-']) {
    const names = [...(parsed?.searchParams.keys() ?? [])];
    const isFree = !names.some((name) => name.startsWith(prefix));
    check(isFree, key, `query params can not start with ${prefix}`);
  }
  return { kind: 'unix_url', url, socketPath, format };
}

function resolveRebootstrap(agent: AgentBlock, check: Check): RebootstrapPolicy {
  const mode = agent.rebootstrap_mode ?? 'never';
  const isKnown = mode === 'never' || mode === 'auto' || mode === 'always';
  check(isKnown, 'rebootstrap_mode', 'must be "never", "auto" or "always"');
  check(
    mode === 'never' || agent.insecure_bootstrap !== true,
    'rebootstrap_mode',
    'cannot be combined with insecure_bootstrap',
  );
  return {
    mode: isKnown ? mode : 'never',
    delayMs: duration(agent.rebootstrap_delay, 'rebootstrap_delay', check) ?? hourMs / 6,
  };
}

function resolveJoinToken(agent: AgentBlock, check: Check): Secret<string> | undefined {
  const { join_token: token, join_token_file: path } = agent;
  if (!path) return token ? new Secret(token) : undefined;
  check(!token, 'join_token_file', 'only one of join_token and join_token_file can be specified');
  try {
    const text = readFileSync(path, 'utf8').trim();
    check(text !== '', 'join_token_file', `file ${JSON.stringify(path)} is empty`);
    return new Secret(text);
  } catch (error) {
    check(
      false,
      'join_token_file',
      `${path} cannot be read: ${errnoText(error) ?? messageOf(error)}`,
    );
    return undefined;
  }
}

function duration(text: string | undefined, key: string, check: Check): number | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parseDuration(text);
  } catch (error) {
    check(false, key, messageOf(error));
    return undefined;
  }
}

const hourMs = 3_600_000;
