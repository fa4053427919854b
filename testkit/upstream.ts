import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { JwtAuthority, X509Authority } from '../common/spiffe/bundle.ts';
import type { TrustDomain } from '../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { signerOf } from '../common/x509/signature.ts';
import { signRequestedCa } from '../server/ca/requested-ca.ts';
import type {
  MintedX509Ca,
  UpstreamAuthority,
  UpstreamBundle,
} from '../server/ca/upstream-authority.ts';
import { noUpdates } from '../server/ca/upstream-authority.ts';
import type { FakeClock } from './fake-clock.ts';
import { createTestCa, type TestCa } from './test-ca.ts';

/** An upstream authority in this process that does what a test says. */
interface TestUpstream extends UpstreamAuthority {
  /** While set, every call rejects with it. */
  failure: Error | undefined;
  /** Signs from now on; `roots` is for the test to change along. */
  ca: TestCa;
  roots: X509Authority[];
  keys: JwtAuthority[];
  /** How often a CA was asked for. */
  minted: number;
  /** Changes what it minted before the server sees it. */
  spoil: (minted: MintedX509Ca) => MintedX509Ca;
  /** Tells whoever watches the bundle of the roots and keys as they are. */
  tell(): void;
}

export interface TestUpstreamOptions {
  readonly trustDomain: TrustDomain;
  readonly clock: FakeClock;
  /** Whether it takes JWT keys and tells of its bundle, as a SPIRE server does, or neither. */
  readonly nests: boolean;
  /** Of the upstream's CA. */
  readonly ttlMs?: number;
  /** Signs the upstream's own CA, which is then an intermediate. */
  readonly above?: TestCa;
}

export async function createTestUpstream(options: TestUpstreamOptions): Promise<TestUpstream> {
  const { trustDomain, clock, nests, ttlMs = 365 * 86_400_000, above } = options;
  const ca = await createTestCa({
    trustDomain,
    clock,
    ttlMs,
    ...(above !== undefined && { upstream: above }),
  });
  const waiting = new Set<() => void>();
  let told = 0;
  const available = () => {
    if (test.failure !== undefined) throw test.failure;
  };
  const requireNesting = () => {
    if (!nests) throw new SpiffeError('UNIMPLEMENTED', 'publishing upstream is unsupported');
  };
  const nextNews = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  const test: TestUpstream = {
    name: 'test',
    failure: undefined,
    ca,
    roots: [{ der: ca.rootDer, tainted: false }],
    keys: [],
    minted: 0,
    spoil: (minted) => minted,
    tell() {
      told++;
      for (const wake of [...waiting]) wake();
    },
    async mintX509Ca({ csrDer, preferredTtlMs }) {
      available();
      test.minted++;
      const { certificateDer, intermediatesDer, keyPair } = test.ca;
      const issuer = parseCertificate(certificateDer);
      const signer = signerOf(keyPair);
      const request = { csrDer, ttlMs: preferredTtlMs, trustDomain, issuer, signer };
      const der = await signRequestedCa(request, clock.now());
      const chainDer = [der, ...intermediatesDer];
      return test.spoil({ chainDer, roots: test.roots, rootUpdates: noUpdates() });
    },
    async publishJwtKey(key) {
      available();
      requireNesting();
      test.keys = [...test.keys, key];
      return Promise.resolve({ keys: test.keys, keyUpdates: noUpdates() });
    },
    async *watchLocalBundle(signal): AsyncGenerator<UpstreamBundle> {
      available();
      requireNesting();
      while (!signal.aborted) {
        const before = told;
        yield { x509Authorities: test.roots, jwtAuthorities: test.keys };
        if (before === told) await nextNews(signal);
      }
    },
  };
  return test;
}
