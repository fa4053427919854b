import type { Swap } from '../../common/catalog/prepare-plugins.ts';
import type { NodeAttestor } from '../attestation/node-attestor.ts';
import type { UpstreamAuthority } from '../ca/upstream-authority.ts';
import type { BundlePublisher } from '../publication/bundle-publisher.ts';

/** How built-in plugins are replaced when their configuration file changes; keys and data stay where they are. */
export function findSwap(type: string): Swap | undefined {
  return swaps.get(type);
}

const nodeAttestor: Swap<NodeAttestor> = (current): NodeAttestor => ({
  attest: (payload, challenge, signal, node) =>
    current.get().attest(payload, challenge, signal, node),
});

/** What follows the old one goes on until that ends it. */
const upstreamAuthority: Swap<UpstreamAuthority> = (current, name): UpstreamAuthority => ({
  name,
  mintX509Ca: (request, signal) => current.get().mintX509Ca(request, signal),
  publishJwtKey: (key, signal) => current.get().publishJwtKey(key, signal),
  watchLocalBundle: (signal) => current.get().watchLocalBundle(signal),
});

const bundlePublisher: Swap<BundlePublisher> = (current, name): BundlePublisher => ({
  name,
  publish: (bundle, signal) => current.get().publish(bundle, signal),
});

const swaps: ReadonlyMap<string, Swap> = new Map<string, Swap>([
  ['NodeAttestor', nodeAttestor],
  ['UpstreamAuthority', upstreamAuthority],
  ['BundlePublisher', bundlePublisher],
  ['Notifier', bundlePublisher],
]);
