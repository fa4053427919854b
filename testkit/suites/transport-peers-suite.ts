import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { suite, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import {
  ask,
  chat,
  serveForTest,
  signalOf,
  textOf,
  type TransportUnderTest,
} from './transport-parts.ts';

const isRoot = process.getuid?.() === 0;

/** What a transport promises about the processes on a Unix socket. */
export function transportPeersSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: processes`, () => processes(transport));
}

const whoAmI = serveUnary(ask, (_request, { peer }) => {
  const { pid, uid, gid } = peer as LocalPeer;
  return Promise.resolve(Buffer.from(`${pid} ${uid} ${gid}`));
});

function processes(transport: TransportUnderTest): void {
  test('each of several processes is known by its own pid, uid and gid', async (context) => {
    const { path } = await serveForTest(context, transport, [whoAmI]);
    const own = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
    const owners = isRoot
      ? [own, { uid: 61001, gid: 62001 }, { uid: 61002, gid: 62002 }]
      : [own, own, own];
    const answers = owners.map(async (owner) => {
      const child = startChild(context, ['ask', path], isRoot ? owner : {});
      const expected = `${child.pid ?? 0} ${owner.uid} ${owner.gid}`;
      assert.equal(await child.output(), expected);
    });
    await Promise.all(answers);
  });

  test('a process that died is not alive, although its connection is held open by another', async (context) => {
    const seen = signalOf<LocalPeer>();
    const handler = serveStream(chat, async ({ peer, signal }) => {
      seen.resolve(peer as LocalPeer);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const { path } = await serveForTest(context, transport, [handler]);
    const child = startChild(context, ['hold', path], {});
    const peer = await seen.promise;
    const heir = Number(await child.line());
    context.after(() => process.kill(heir, 'SIGKILL'));
    assert.equal(peer.pid, child.pid);
    assert.ok(peer.isAlive());
    await child.kill();
    assert.ok(!peer.isAlive());
    assert.ok(!peer.closed.aborted);
  });

  test('three processes of one container use up its share, and nobody else’s of the same user', async (context) => {
    const shares = new Map<number | undefined, string>();
    const { path } = await serveForTest(context, transport, [whoAmI], {
      findShare: (pid) => shares.get(pid),
      limits: { maxConnectionsPerContainer: 6, maxConnectionsPerUid: 2 },
    });
    const started = (share: string | undefined, ...args: readonly string[]) => {
      const child = startChild(context, args, {});
      // It takes longer to start than this.
      if (share !== undefined) shares.set(child.pid, share);
      return child;
    };
    const hostile = [2, 2, 2].map((count) => started('pod a', 'burst', path, String(count)));
    for (const child of hostile) assert.equal(await child.line(), '2');
    const others = [started('pod b', 'ask', path), started(undefined, 'ask', path)];
    for (const text of await Promise.all(others.map((one) => one.output()))) {
      assert.match(text, /^\d+ \d+ \d+$/);
    }
    assert.equal(await started('pod a', 'refused', path).output(), 'refused');
    await hostile[0]?.kill();
    assert.match(await started('pod a', 'ask', path).output(), /^\d+ \d+ \d+$/);
  });

  test('a process that connects and ends leaves no connection to whoever inherited it', async (context) => {
    const lives = { is: true };
    const { path, channel } = await serveForTest(context, transport, [whoAmI], {
      // Between the two looks at it, the process ends.
      findShare(pid) {
        if (pid === process.pid) return undefined;
        process.kill(pid, 'SIGKILL');
        while (lives.is) lives.is = !hasEnded(pid);
        return 'pod a';
      },
    });
    await startChild(context, ['hold', path], {}).ended();
    const text = textOf(await channel.unary(ask, new Uint8Array(), { timeoutMs: 20_000 }));
    assert.ok(text.startsWith(`${process.pid} `));
    assert.equal(lives.is, false);
  });

  test('a burst of 4096 connections loses nothing', { timeout: 60_000 }, async (context) => {
    const { path, channel } = await serveForTest(context, transport, [whoAmI], {
      limits: { maxConnectionsPerUid: 8192, maxConnectionsPerProcess: 8192 },
    });
    const children = [1, 2].map(() => startChild(context, ['burst', path, '2048'], {}));
    const made = await Promise.all(children.map((child) => child.line()));
    assert.deepEqual(made, ['2048', '2048']);
    const text = textOf(await channel.unary(ask, new Uint8Array(), { timeoutMs: 20_000 }));
    assert.ok(text.startsWith(`${process.pid} `));
  });
}

/** A zombie that nobody has waited for has ended too. */
function hasEnded(pid: number): boolean {
  return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function startChild(
  context: TestContext,
  args: readonly string[],
  owner: { uid?: number; gid?: number },
) {
  const program = fileURLToPath(new URL('./transport-child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  context.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    pid: child.pid,
    output: async () => {
      await once(child, 'close');
      return text;
    },
    ended: () => once(child, 'exit'),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    line: async () => {
      while (!text.includes('\n')) await once(child.stdout, 'data');
      return text.trim();
    },
  };
}
