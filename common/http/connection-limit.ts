import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { systemClock, type Clock } from '../clock/clock.ts';
import type { Logger } from '../log/logger.ts';
import { HandshakeBudget } from '../rpc/handshake-budget.ts';
import { defaultLimits, type RpcLimits } from '../rpc/limits.ts';
import { addressKey } from '../text/address-key.ts';

/**
 * Ends connections of an address that has `most` of them already (of IPv6: of its /64), before any byte
 * is read. Call it when all who listen for connections do: they hear only of those that are let in.
 */
export function limitPerAddress(server: EventEmitter, most: number, log: Logger): void {
  const open = new Map<string, number>();
  letIn(server, (socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = open.get(key) ?? 0;
    if (count >= most) {
      log.debug('Refused a connection: its address has as many as it may', { address: key });
      return false;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    return true;
  });
}

export type HandshakeRate = Pick<RpcLimits, 'handshakesBurst' | 'handshakesPerSecond'>;

/** Ends connections of an address that begins more TLS handshakes than it may, before any byte is read. */
export function limitHandshakes(
  server: EventEmitter,
  log: Logger,
  rate: HandshakeRate = defaultLimits,
  clock: Pick<Clock, 'monotonic'> = systemClock,
): void {
  const budget = new HandshakeBudget(rate, clock);
  letIn(server, ({ remoteAddress }) => {
    if (remoteAddress === undefined || budget.take(remoteAddress)) return true;
    log.debug('Refused a connection: too many TLS handshakes', { address: remoteAddress });
    return false;
  });
}

/** Those who listen for connections by now hear only of those that pass. */
function letIn(server: EventEmitter, isWelcome: (socket: Socket) => boolean): void {
  const listeners = server.rawListeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!isWelcome(socket)) {
      socket.destroy();
      return;
    }
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  });
}
