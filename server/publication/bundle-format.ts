import type { Bundle } from '../../common/spiffe/bundle.ts';
import { encodeBundleDocument } from '../../common/x509/bundle-document.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';

type BundleFormat = 'spiffe' | 'jwks' | 'pem';

/** A bundle as text; `jwks` has the same keys as `spiffe` without what SPIFFE adds to the set. */
export function formatBundle(bundle: Bundle, format: BundleFormat): string {
  if (format === 'pem') return certificatesToPem(bundle.x509Authorities.map(({ der }) => der));
  if (format === 'spiffe') return encodeBundleDocument(bundle);
  return encodeBundleDocument({ ...bundle, sequenceNumber: 0, refreshHintSeconds: 0 });
}
