import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { silentLogger } from '../log/logger.ts';
import { parseSpiffeId } from '../spiffe/spiffe-id.ts';
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
    message: 'too many connections of "spiffe://a.test/agent": 2',
  });
  first.destroy();
  await once(first, 'close');
  connections.countSpiffeId(ofThird, 'spiffe://a.test/agent');
});

test('a container has its share whatever its users are, and the user of it keeps the own one', () => {
  const metrics = new RecordedMetrics();
  const limits = { ...defaultLimits, maxConnectionsPerContainer: 2, maxConnectionsPerUid: 1 };
  const connections = new Connections(limits, silentLogger, metrics);
  const caller = (pid: number, uid: number, share?: string) => {
    const { id: connectionId, closed } = connections.add(new Socket());
    connections.countCaller({
      ...{ kind: 'local', connectionId, pid, uid, gid: 0, isAlive: () => true, closed },
      ...(share !== undefined && { share }),
    });
  };
  caller(1, 0, 'pod a');
  caller(2, 7, 'pod a');
  assert.throws(() => caller(3, 9, 'pod a'), { message: 'too many connections of pod a: 2' });
  caller(4, 0, 'pod b');
  caller(5, 0);
  assert.throws(() => caller(6, 0), { message: 'too many connections of uid 0: 1' });
  assert.equal(metrics.total('rpc_limited_connections'), 2);
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
