import { durationFlag, intFlag, type Flag } from '../../common/cli/flags.ts';
import { parseGoInt } from '../../common/config/go-int.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** A number of seconds that fits the 32 bits it has on the wire. Throws INVALID_ARGUMENT. */
export function checkSeconds(value: number, name: string): number {
  if (Math.abs(value) < 2 ** 31) return value;
  throw new SpiffeError('INVALID_ARGUMENT', `invalid value for ${name}: ${value} is out of range`);
}

/** A duration as whole seconds, the fraction counting as one more. */
export function secondsOf(ms: number, name: string): number {
  return checkSeconds(Math.ceil(ms / 1000), name);
}

/** A lifetime in whole seconds: SPIRE's number of them, or a Go duration. */
export function secondsFlag(help: string, initial: number): Flag<number> {
  const number = intFlag(help, initial);
  const duration = durationFlag('');
  const parse = (text: string) =>
    parseGoInt(text) ?? Math.ceil(duration.parse(text, duration.initial) / 1000);
  return { ...number, parse };
}
