import type { RuntimeHost } from '../common/catalog/prepare-plugins.ts';
import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';
import { CaManager } from './ca/ca-manager.ts';
import { CaSigner } from './ca/ca-signer.ts';
import { ServerSvidRotator } from './ca/server-svid.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import type { ServerConfig } from './config.ts';
import type { Memory } from './memory.ts';

/** What signs. */
export interface Authority {
  readonly ca: CaManager;
  readonly signer: CaSigner;
  readonly svid: ServerSvidRotator;
}

interface AuthorityDeps extends RuntimeHost {
  readonly plugins: Pick<
    PreparedPlugins,
    'createKeyManager' | 'createCredentialComposers' | 'createUpstreamAuthority'
  >;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the wait for an upstream authority that is away. */
  readonly ending?: AbortSignal;
}

/** Finds or makes the CA and the server's own X509-SVID, and rotates both until the signal. */
export async function startAuthority(
  config: ServerConfig,
  { plugins, clock, log, version, env, ending, runtime }: AuthorityDeps,
  { store, follower, bundles, federationListeners: listeners }: Memory,
  signal: AbortSignal,
): Promise<Authority> {
  const { trustDomain } = config;
  const keys = await plugins.createKeyManager({ trustDomain, clock, version, runtime });
  const composers = await plugins.createCredentialComposers({
    trustDomain,
    clock,
    version,
    runtime,
  });
  const caLog = log.child({ subsystem_name: 'ca_manager' });
  const upstreamLog = log.child({ subsystem_name: 'upstream_authority' });
  const host = { trustDomain, clock, version, env, signal, log: upstreamLog, runtime };
  const upstream = await plugins.createUpstreamAuthority(host);
  const ca = new CaManager({
    trustDomain,
    caTtlMs: config.ca.ttlMs,
    caKeyType: config.ca.keyType,
    jwtKeyType: config.ca.jwtKeyType,
    ...(config.ca.subject !== undefined && { caSubject: config.ca.subject }),
    jwtSvids: config.jwtSvidsEnabled,
    ...(upstream !== undefined && { upstream }),
    keys,
    composers,
    store,
    clock,
    log: caLog,
  });
  await ca.start(ending === undefined ? signal : AbortSignal.any([signal, ending]));
  await follower.catchUp();
  ca.run(signal);
  const signer = new CaSigner(ca, clock);
  const svid = new ServerSvidRotator({
    trustDomain,
    keyType: config.ca.keyType,
    ttlMs: config.x509SvidTtlMs,
    signer,
    bundles: { find: (name) => Promise.resolve(bundles.get(name)) },
    clock,
    log: log.child({ subsystem_name: 'svid_rotator' }),
  });
  await svid.rotateIfDue();
  svid.run(signal);
  // What another server on this database did to a CA that this one hangs from is followed at once.
  const wake = () => {
    ca.wake();
    svid.wake();
  };
  listeners.add(wake);
  signal.addEventListener('abort', () => listeners.delete(wake), { once: true });
  return { ca, signer, svid };
}
