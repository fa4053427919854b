import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import type { X509Authority } from '../../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { signRequestedCa } from '../../../ca/requested-ca.ts';
import { signsOnly, type UpstreamAuthority } from '../../../ca/upstream-authority.ts';
import { checkCaFiles, readCaFiles, sameFiles, type CaFilePaths, type FileCa } from './ca-files.ts';

interface DiskHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly log?: Logger;
}

const config = z.strictObject({
  cert_file_path: z.string().min(1),
  key_file_path: z.string().min(1),
  bundle_file_path: z.string().default(''),
});

/** Signs with a CA whose certificate and key are in files, which may be replaced at any time. */
export const disk = definePlugin({
  type: 'UpstreamAuthority',
  name: 'disk',
  config,
  async create(settings: z.output<typeof config>, host: DiskHost): Promise<UpstreamAuthority> {
    const { cert_file_path: cert, key_file_path: key, bundle_file_path: bundle } = settings;
    const source = new CaSource({ cert, key, ...(bundle !== '' && { bundle }) }, host);
    // At the start nothing good is there to fall back to: a fault is told at once, as SPIRE does.
    await source.reload();
    return {
      name: 'disk',
      async mintX509Ca({ csrDer, preferredTtlMs: ttlMs }, signal) {
        const ca = await source.current();
        const { trustDomain, clock } = host;
        const der = await signRequestedCa({ csrDer, ttlMs, trustDomain, ...ca }, clock.now());
        return {
          chainDer: [der, ...ca.chainDer],
          roots: rootsOf(ca),
          rootUpdates: source.updates(ca, signal),
        };
      },
      ...signsOnly,
    };
  },
});

/** The files' CA; files that are no good leave the last good one in place. */
class CaSource {
  readonly #paths: CaFilePaths;
  readonly #host: DiskHost;
  #good:
    { readonly ca: FileCa; readonly files: Awaited<ReturnType<typeof readCaFiles>> } | undefined;
  /** What was said last about files that are no good. */
  #complaint = '';

  constructor(paths: CaFilePaths, host: DiskHost) {
    this.#paths = paths;
    this.#host = host;
  }

  /** Throws STORAGE_FAILED or INVALID_ARGUMENT. */
  async reload(): Promise<FileCa> {
    const files = await readCaFiles(this.#paths);
    if (this.#good !== undefined && sameFiles(this.#good.files, files)) return this.#good.ca;
    const ca = checkCaFiles(files, this.#host.clock.now());
    this.#good = { ca, files };
    this.#complaint = '';
    return ca;
  }

  async current(): Promise<FileCa> {
    try {
      return await this.reload();
    } catch (error) {
      if (this.#good === undefined) throw error;
      this.#complain(error);
      return this.#good.ca;
    }
  }

  /** The roots, each time the files bring others than `known`'s. */
  async *updates(known: FileCa, signal: AbortSignal): AsyncGenerator<readonly X509Authority[]> {
    const { clock } = this.#host;
    for (let last = known; ;) {
      await clock.sleep(lookMs, signal);
      const ca = await this.current();
      if (ca !== last) yield rootsOf(ca);
      last = ca;
    }
  }

  #complain(error: unknown): void {
    const text = String(error);
    if (text === this.#complaint) return;
    this.#complaint = text;
    const { log = silentLogger } = this.#host;
    log.warn('The files of the upstream CA are no good; the last good ones are used', { error });
  }
}

function rootsOf({ rootsDer }: FileCa): readonly X509Authority[] {
  return rootsDer.map((der) => ({ der, tainted: false }));
}

const lookMs = 5_000;
