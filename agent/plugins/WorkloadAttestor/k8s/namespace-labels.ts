import type { Clock } from '../../../../common/clock/clock.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';

/** The calls to the API server; common/kube makes them. */
interface NamespaceReader {
  get(path: string, signal: AbortSignal): Promise<unknown>;
}

export type FindNamespaceLabels = (
  namespace: string,
  signal: AbortSignal,
) => Promise<readonly (readonly [key: string, value: string])[]>;

/**
 * Labels of namespaces, remembered for some seconds: pods that start together ask once. They are not
 * optional: without them the process is not attested. Throws INTERNAL.
 */
export function namespaceLabels(reader: NamespaceReader, clock: Clock): FindNamespaceLabels {
  const known = new Map<string, { readonly atMs: number; readonly labels: Promise<Labels> }>();
  return async (namespace, signal) => {
    const fresh = known.get(namespace);
    if (fresh !== undefined && clock.monotonic() - fresh.atMs < rememberMs) return fresh.labels;
    // Nobody's signal: others may wait for the same answer. The reader has a deadline of its own.
    const labels = read(reader, namespace, new AbortController().signal);
    known.set(namespace, { atMs: clock.monotonic(), labels });
    try {
      return await labels;
    } catch (cause) {
      known.delete(namespace);
      signal.throwIfAborted();
      throw new SpiffeError(
        'INTERNAL',
        `unable to get namespace labels for ${JSON.stringify(namespace)}`,
        { cause },
      );
    }
  };
}

type Labels = readonly (readonly [key: string, value: string])[];

async function read(reader: NamespaceReader, name: string, signal: AbortSignal): Promise<Labels> {
  const path = `/api/v1/namespaces/${encodeURIComponent(name)}`;
  const { metadata } = (await reader.get(path, signal)) as {
    metadata?: { labels?: Record<string, unknown> | null };
  };
  return Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
}

const rememberMs = 5_000;
