import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';

/** A version of the Docker Engine API. */
export class ApiVersion {
  readonly minor: number;

  constructor(minor: number) {
    this.minor = minor;
  }

  get text(): string {
    return `1.${this.minor}`;
  }
}

/** Undefined for text that is no version, such as `2`; a `v` in front is fine. */
export function findApiVersion(text: string): ApiVersion | undefined {
  const minor = /^v?1\.(\d{1,3})$/.exec(text)?.[1];
  return minor === undefined ? undefined : new ApiVersion(Number(minor));
}

/**
 * The version to speak with an engine that offers `header` in `Api-Version`: its own, or the newest
 * that we were tested with. Engines serve older versions too. An engine without the header is from
 * before 1.25 (Docker Engine API: `GET /_ping`). Throws UNAVAILABLE when it is too old.
 */
export function negotiate(header: string | undefined): ApiVersion {
  const offered = header === undefined ? oldest : findApiVersion(header);
  if (offered === undefined || offered.minor < oldest.minor) {
    throw new SpiffeError(
      'UNAVAILABLE',
      `the engine speaks API version ${JSON.stringify(header)}; expected ${oldest.text} or newer`,
    );
  }
  return offered.minor > newest.minor ? newest : offered;
}

const oldest = new ApiVersion(24);
const newest = new ApiVersion(51);
