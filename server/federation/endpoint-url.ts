import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** The URL of a bundle endpoint (SPIFFE Federation §5.1), as it was written. Throws INVALID_ARGUMENT. */
export function checkEndpointUrl(text: string): string {
  const url = parseUrl(text);
  if (url.protocol !== 'https:') throw invalid('must use the https scheme');
  // The URL standard finds a host in `https:example.org` too.
  if (!/^https:\/\/[^/?#]/i.test(text)) throw invalid('must specify the host');
  if (url.username !== '' || url.password !== '') throw invalid('must not contain user info');
  return text;
}

function parseUrl(text: string): URL {
  if (/^https:(\/\/)?$/i.test(text)) throw invalid('must specify the host');
  const url = URL.parse(text);
  if (url !== null) return url;
  if (!text.includes(':')) throw invalid('must use the https scheme');
  const shown = JSON.stringify(text.slice(0, 256));
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `failed to parse bundle endpoint URL: ${shown} is not a URL`,
  );
}

function invalid(rule: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `bundle endpoint URL ${rule}`);
}
