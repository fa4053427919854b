import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { PodFacts } from './kube-facts.ts';
import type { ImageDigest } from './profile.ts';

/**
 * The digest in the image ID of a container's status: `REPOSITORY@sha256:…` and
 * `docker-pullable://REPOSITORY@sha256:…` name a manifest, a bare `sha256:…` the configuration of an
 * image that was imported. Undefined for anything else, and when there is none yet.
 */
export function findImageDigest(imageId: string): ImageDigest | undefined {
  const found = /^(?:docker:\/\/)?(?:.*(@))?sha256:([0-9a-f]{64})$/.exec(imageId);
  const hex = found?.[2];
  if (hex === undefined) return undefined;
  return { kind: found?.[1] === undefined ? 'config' : 'manifest', hex };
}

/** What the cluster says of the image that a container of a pod runs; empty while it says nothing. */
export function imageIdOf({ containers }: Pick<PodFacts, 'containers'>, container: string): string {
  return containers.find(({ name }) => name === container)?.status?.imageId ?? '';
}

/** The digest of the image that a container of a pod runs; undefined while the cluster names none. */
export function runningDigest(
  pod: Pick<PodFacts, 'containers'>,
  container: string,
): ImageDigest | undefined {
  return findImageDigest(imageIdOf(pod, container));
}

/** Parses what an operator writes: `manifest:sha256:…` or `config:sha256:…`. Throws INVALID_ARGUMENT. */
export function parseDigest(text: string): ImageDigest {
  const [, kind, hex] = /^(manifest|config):sha256:([0-9a-f]{64})$/.exec(text) ?? [];
  if (kind === undefined || hex === undefined) {
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `digest ${JSON.stringify(text.slice(0, 120))} must have the form manifest:sha256:HEX or config:sha256:HEX`,
    );
  }
  return { kind: kind as ImageDigest['kind'], hex };
}
