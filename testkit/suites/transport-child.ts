/**
 * A client process for the transport suite.
 * usage: transport-child.ts ask PATH: prints what the server answers; burst PATH COUNT: opens COUNT
 * connections at once, prints how many were made, and holds them until its input ends; refused PATH: prints that
 * once the server hangs up on it; hold PATH: opens
 * a call, leaves the connection to a process that prints its pid, and waits to be killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dialUnix } from '../../common/rpc/rpc-channel.ts';
import { ask, chat, headersFrame, http2Preface, settingsFrame, textOf } from './transport-parts.ts';

const [what, path = '', count] = process.argv.slice(2);
if (what === 'ask') {
  const channel = dialUnix(path);
  process.stdout.write(textOf(await channel.unary(ask, Buffer.from('who'), { timeoutMs: 20_000 })));
  channel.close();
} else if (what === 'refused') {
  await once(
    connect(path).on('error', () => undefined),
    'close',
  );
  process.stdout.write('refused');
} else if (what === 'hold') {
  const socket = connect(path);
  socket.write(Buffer.concat([Buffer.from(http2Preface), settingsFrame, headersFrame(chat.path)]));
  await once(socket, 'data');
  const heir = spawn('sleep', ['60'], { stdio: [socket, 'ignore', 'ignore'], detached: true });
  process.stdout.write(`${heir.pid ?? 0}\n`);
  process.stdin.resume();
} else {
  let made = 0;
  const outcomes = Array.from({ length: Number(count) }, () => {
    const socket = connect(path);
    return new Promise<void>((resolve) => {
      socket.once('connect', () => {
        made++;
        resolve();
      });
      socket.once('error', () => resolve());
    });
  });
  await Promise.all(outcomes);
  process.stdout.write(`${made}\n`);
  process.stdin.resume().once('end', () => process.exit(0));
}
