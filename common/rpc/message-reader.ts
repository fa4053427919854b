import type { Readable } from 'node:stream';
import type { MessageReceiver } from './contract.ts';

/**
 * Reads the messages of a call one by one. `ended` resolves when no more will come, or rejects with
 * the reason; messages that arrived before are still given out. Leaving a loop early does not end the
 * call, and a new loop goes on where the last one stopped. `taken` hears of each message given out.
 */
export function readMessages<Message>(
  source: Readable,
  ended: Promise<void>,
  taken: () => void = () => undefined,
): AsyncIterable<Message> {
  let wake = () => {};
  let over = false;
  const finish = () => {
    over = true;
    wake();
  };
  ended.then(finish, finish);
  source.on('readable', () => wake());
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = source.read() as Message | null;
        if (message !== null) {
          taken();
          yield message;
        } else if (over) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await ended;
    },
  };
}

/** Hands messages to a receiver as they come. */
export async function handOn<Message>(
  messages: AsyncIterable<Message>,
  receiver: MessageReceiver<Message>,
): Promise<void> {
  try {
    for await (const message of messages) receiver.message(message);
  } catch (error) {
    receiver.ended(error);
    return;
  }
  receiver.ended();
}
