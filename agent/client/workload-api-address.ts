import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** The path of `unix:///run/x.sock`. Throws INVALID_ARGUMENT for an address that is not on this machine. */
export function unixPathOf(address: string): string {
  const path = /^unix:(?:\/\/)?(\/.*)$/.exec(address)?.[1];
  if (path !== undefined) return path;
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `workload API address ${JSON.stringify(address)} must be "unix://" and an absolute path`,
  );
}
