import { encodeBundleDocument } from '../common/x509/bundle-document.ts';
import { certificatesToPem } from '../common/x509/pem.ts';
import { createTestCa } from './test-ca.ts';

/** A bundle as somebody may hand it over, and who takes it. */
interface BundleFixture {
  readonly name: string;
  readonly format: 'pem' | 'spiffe';
  readonly text: string;
  /** How many X.509 authorities we read; undefined when we refuse it. */
  readonly ours: number | undefined;
  /** Whether `bundle set` of SPIRE 1.15 takes it. */
  readonly spire: boolean;
}

type Key = Readonly<Record<string, unknown>>;

/** What JWK set readers differ in (SPIFFE Trust Domain and Bundle §4). */
export async function bundleFixtures(trustDomain: string): Promise<readonly BundleFixture[]> {
  const [first, second] = await Promise.all([1, 2].map(() => createTestCa({ trustDomain })));
  if (first === undefined || second === undefined) throw new Error('no CA');
  const keyOf = (ca: typeof first): Key => {
    const { keys } = JSON.parse(encodeBundleDocument(ca.bundle)) as { keys: [Key] };
    return keys[0];
  };
  const [a, b] = [keyOf(first), keyOf(second)];
  const unused = Object.fromEntries(Object.entries(b).filter(([name]) => name !== 'use'));
  const certificates = [a, b].flatMap((key) => key['x5c'] as string[]);
  const document = (keys: readonly unknown[], more: object = {}) =>
    JSON.stringify({ keys, ...more });
  const pem = certificatesToPem([first.rootDer]);
  const row = (
    name: string,
    text: string,
    ours: number | undefined,
    spire: boolean,
    format: BundleFixture['format'] = 'spiffe',
  ): BundleFixture => ({ name, format, text, ours, spire });
  return [
    row('two authorities', document([a, b]), 2, true),
    row('two authorities in the other order', document([b, a]), 2, true),
    row('a key of unknown use', document([a, { ...b, use: 'enc' }]), 1, true),
    row('a key without a use', document([a, unused]), 1, true),
    row('x5c without a certificate', document([{ ...a, x5c: [] }]), undefined, false),
    row('x5c with two certificates', document([{ ...a, x5c: certificates }]), undefined, false),
    row('x5c with rubbish', document([{ ...a, x5c: ['AAAA'] }]), undefined, false),
    row('unknown members', document([a], { spiffe_x: 1, comment: 'hi' }), 1, true),
    row(
      'a sequence number and a hint',
      document([a], { spiffe_sequence: 7, spiffe_refresh_hint: 60 }),
      1,
      true,
    ),
    row('no keys at all', document([]), 0, true),
    row('PEM where a document is expected', pem, undefined, false),
    row('PEM with CRLF', pem.replaceAll('\n', '\r\n'), 1, true, 'pem'),
    row('a document where PEM is expected', document([a]), undefined, false, 'pem'),
  ];
}
