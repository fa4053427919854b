import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Logger } from '../log/logger.ts';
import { addressKey } from '../text/address-key.ts';

/**
 * Ends connections of an address that has `most` of them already (of IPv6: of its /64), before any byte
 * is read. Call it when all who listen for connections do: they hear only of those that are let in.
 */
export function limitPerAddress(server: EventEmitter, most: number, log: Logger): void {
  const open = new Map<string, number>();
  const listeners = server.rawListeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = open.get(key) ?? 0;
    if (count >= most) {
      socket.destroy();
      log.debug('Refused a connection: its address has as many as it may', { address: key });
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  });
}
