import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { Clock } from '../clock/clock.ts';

type Found = (error: Error | null, address: string, family: number) => void;
type Ask = (host: string, options: { readonly family: number }, found: Found) => void;

/**
 * A lookup for a UDP socket that is never asked for more than one thing at once: while a name server
 * does not answer, each packet would wait for a lookup of its own, and everybody else's behind them. What
 * is known is used for a minute, and on until there is something newer.
 */
export function sparingLookup(clock: Pick<Clock, 'monotonic'>, ask: Ask = lookup) {
  let known: { readonly address: string; readonly untilMs: number } | undefined;
  let isAsking = false;
  const refresh = (host: string, family: number, done: (error: Error | null) => void) => {
    isAsking = true;
    ask(host, { family }, (error, address) => {
      isAsking = false;
      if (error === null) known = { address, untilMs: clock.monotonic() + keptMs };
      done(error);
    });
  };
  return (host: string, family: number, found: Found): void => {
    if (isIP(host) !== 0) {
      found(null, host, isIP(host));
      return;
    }
    if (known !== undefined) {
      if (clock.monotonic() >= known.untilMs && !isAsking) refresh(host, family, () => undefined);
      found(null, known.address, family);
    } else if (isAsking) found(new Error(`the address of ${host} is not known yet`), '', family);
    else refresh(host, family, (error) => found(error, known?.address ?? '', family));
  };
}

const keptMs = 60_000;
