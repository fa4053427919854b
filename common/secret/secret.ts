import { inspect } from 'node:util';

const placeholder = '[redacted]';

/**
 * Holds a private key, a token or the like so that no log line, error or JSON form can contain it.
 * `reveal` is the only way in, and easy to search for.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  [inspect.custom](): string {
    return placeholder;
  }
}
