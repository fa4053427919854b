import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { silentLogger, type LogFields } from '../log/logger.ts';
import { parseSpiffeId } from '../spiffe/spiffe-id.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { Connections, type Connection } from './connections.ts';
import { connectionsFor, defaultLimits } from './limits.ts';

const twoAtMost = { ...defaultLimits, maxConnections: 2 };

test('when there are too many, the oldest stranger makes room and never one that is known', () => {
  const connections = new Connections(twoAtMost, silentLogger);
  const [agent, silent, late] = [new Socket(), new Socket(), new Socket()];
  introduceAgent(connections, agent, connections.add(agent));
  connections.add(silent);
  connections.add(late);
  assert.deepEqual([agent.destroyed, silent.destroyed, late.destroyed], [false, true, false]);
  const latest = new Socket();
  connections.add(latest);
  assert.deepEqual([agent.destroyed, late.destroyed, latest.destroyed], [false, true, false]);
});

test('a client without a certificate stays a stranger after its handshake', () => {
  const connections = new Connections(twoAtMost, silentLogger);
  const [first, second] = [new Socket(), new Socket()];
  const { id, closed } = connections.add(first);
  connections.introduce(first, { kind: 'remote', connectionId: id, address: '192.0.2.1', closed });
  connections.add(second);
  connections.add(new Socket());
  assert.deepEqual([first.destroyed, second.destroyed], [true, false]);
});

test('a flood from one address displaces itself and nobody else', () => {
  const connections = new Connections({ ...defaultLimits, maxConnections: 4 }, silentLogger);
  const others = ['192.0.2.1', '2001:db8:1:2::1'].map(socketFrom);
  others.forEach((socket) => connections.add(socket));
  // Addresses of one /64 are one host's.
  const flood = Array.from({ length: 20 }, (_, at) => socketFrom(`2001:db8:0:0:${at}::1`));
  flood.forEach((socket) => connections.add(socket));
  assert.deepEqual(
    others.map((socket) => socket.destroyed),
    [false, false],
  );
  assert.equal(flood.filter((socket) => !socket.destroyed).length, 2);
  const late = socketFrom('192.0.2.7');
  connections.add(late);
  assert.deepEqual([late.destroyed, flood.at(-1)?.destroyed], [false, false]);
});

test('of a flood of refusals so many are logged, and how many more there were', async () => {
  const clock = new FakeClock();
  const lines: [string, unknown][] = [];
  const warn = (message: string, fields?: LogFields) => void lines.push([message, fields]);
  const log = { ...silentLogger, warn };
  const connections = new Connections(twoAtMost, log, noMetrics, clock);
  for (let at = 0; at < 2002; at++) connections.add(new Socket());
  assert.equal(lines.length, 20);
  await clock.advance(1000);
  assert.deepEqual(lines.at(-1), ['More connections refused', { count: 1980 }]);
  connections.add(new Socket());
  assert.equal(lines.at(-1)?.[0], 'Connection refused');
  await clock.advance(1000);
  assert.equal(lines.length, 22);
});

test('when all are known, a new one is refused', () => {
  const connections = new Connections(twoAtMost, silentLogger);
  for (const socket of [new Socket(), new Socket()]) {
    introduceAgent(connections, socket, connections.add(socket));
  }
  assert.throws(() => connections.add(new Socket()), { message: 'too many connections' });
});

test('one SPIFFE ID has so many connections and no more, until one closes', async () => {
  const connections = new Connections(
    { ...defaultLimits, maxConnectionsPerSpiffeId: 2 },
    silentLogger,
  );
  const [first, second, third] = [new Socket(), new Socket(), new Socket()];
  const ids = [first, second, third].map((socket) => connections.add(socket).id);
  const [ofFirst = '', ofSecond = '', ofThird = ''] = ids;
  connections.countSpiffeId(ofFirst, 'spiffe://a.test/agent');
  connections.countSpiffeId(ofSecond, 'spiffe://a.test/agent');
  connections.countSpiffeId(ofThird, 'spiffe://a.test/other');
  assert.throws(() => connections.countSpiffeId(ofThird, 'spiffe://a.test/agent'), {
    message: 'too many connections of "spiffe://a.test/agent"',
  });
  first.destroy();
  await once(first, 'close');
  connections.countSpiffeId(ofThird, 'spiffe://a.test/agent');
});

test('the number of connections leaves descriptors for files, and has bounds', () => {
  const rows = [256, 1024, 4096, 20_000, 1_048_576].map((files) => [files, connectionsFor(files)]);
  assert.deepEqual(rows, [
    [256, 192],
    [1024, 896],
    [4096, 3584],
    [20_000, 18_976],
    [1_048_576, 65_536],
  ]);
});

function socketFrom(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
}

function introduceAgent(connections: Connections, socket: Socket, of: Connection): void {
  const identity = {
    spiffeId: parseSpiffeId('spiffe://a.test/agent'),
    serialNumber: '1',
    notAfterMs: 0,
  };
  const { id: connectionId, closed } = of;
  connections.introduce(socket, {
    kind: 'remote',
    connectionId,
    address: '192.0.2.1',
    closed,
    identity,
  });
}
