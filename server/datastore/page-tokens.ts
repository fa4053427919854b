import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** No page is longer, whatever was asked for: it is read in one go on the event loop. */
export const longestPage = 1000;

/** The row id to go on after. The token is the last row id seen, in decimal, as in SPIRE. */
export function parsePageToken(token: string): number {
  if (token === '') return 0;
  if (!/^\d{1,15}$/.test(token)) {
    throw new SpiffeError('INVALID_ARGUMENT', `could not parse token '${token.slice(0, 64)}'`);
  }
  return Number(token);
}
