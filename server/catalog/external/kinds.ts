import type { ExternalKind } from '../../../common/catalog/prepare-plugins.ts';
import { serverPluginNames } from '../../../common/rpc/services/server-plugins.ts';

type Kind = () => Promise<ExternalKind<never>>;

/** How the server uses an external plugin, or why it cannot. */
export function findExternal(type: string, name: string): Kind | string {
  if (type === 'DataStore')
    return 'plugins of type "DataStore" are built in and cannot be external';
  if (type === 'NodeAttestor' && name === 'join_token') {
    return 'join_token is built in and cannot be an external plugin';
  }
  return kinds.get(type) ?? `plugins of type "${type}" cannot be external`;
}

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    'NodeAttestor',
    async () => ({
      services: [serverPluginNames.NodeAttestor],
      create: (await import('./node-attestor.ts')).externalNodeAttestor,
    }),
  ],
  [
    'KeyManager',
    async () => ({
      services: [serverPluginNames.KeyManager],
      create: (await import('./key-manager.ts')).externalKeyManager,
    }),
  ],
  [
    'UpstreamAuthority',
    async () => ({
      services: [serverPluginNames.UpstreamAuthority],
      create: (await import('./upstream-authority.ts')).externalUpstreamAuthority,
    }),
  ],
  [
    'Notifier',
    async () => ({
      services: [serverPluginNames.Notifier],
      create: (await import('./bundle-publisher.ts')).externalNotifier,
    }),
  ],
  [
    'BundlePublisher',
    async () => ({
      services: [serverPluginNames.BundlePublisher],
      create: (await import('./bundle-publisher.ts')).externalBundlePublisher,
    }),
  ],
  [
    'CredentialComposer',
    async () => ({
      services: [serverPluginNames.CredentialComposer],
      create: (await import('./credential-composer.ts')).externalCredentialComposer,
    }),
  ],
]);
