import { readFileSync } from 'node:fs';
import { parseDuration } from '../common/config/duration.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { Secret } from '../common/secret/secret.ts';
import type { TrustBundleSource } from './attestor/trust-bundle-source.ts';
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
  const { trust_bundle_path: path, trust_bundle_url: url, insecure_bootstrap: insecure } = agent;
  const given = [path, url, insecure].filter(Boolean).length;
  check(
    given > 0,
    'trust_bundle_path',
    'trust_bundle_path or trust_bundle_url must be configured unless insecure_bootstrap is set',
  );
  check(
    given < 2,
    'trust_bundle_path',
    'only one of trust_bundle_path, trust_bundle_url and insecure_bootstrap can be specified',
  );
  const format = agent.trust_bundle_format ?? 'pem';
  const isKnown = format === 'pem' || format === 'spiffe';
  check(isKnown, 'trust_bundle_format', 'must be "pem" or "spiffe"');
  if (!isKnown || insecure === true) return { kind: 'insecure' };
  if (url === undefined || url === '') return { kind: 'file', path: path ?? '', format };
  check(URL.parse(url)?.protocol === 'https:', 'trust_bundle_url', 'must start with https://');
  return { kind: 'url', url, format };
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
    check(false, 'join_token_file', `cannot be read: ${messageOf(error)}`);
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
