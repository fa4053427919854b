import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { silentLogger } from '../log/logger.ts';
import { limitPerAddress } from './connection-limit.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string | undefined;
  destroyed = false;

  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A server that allows two connections of an address; `connect` tells whether one was let in. */
function setUp() {
  const server = new EventEmitter();
  const heard: unknown[] = [];
  server.on('connection', (socket) => heard.push(socket));
  limitPerAddress(server, 2, silentLogger);
  const connect = (address: string | undefined) => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    assert.equal(heard.includes(socket), !socket.destroyed);
    return socket;
  };
  return { connect };
}

test('an address has so many connections and no more, and others have theirs', () => {
  const { connect } = setUp();
  const states = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(
    (address) => connect(address).destroyed,
  );
  assert.deepEqual(states, [false, false, true, false]);
});

test('a connection that ends makes room for one, a refused one for none', () => {
  const { connect } = setUp();
  const [first] = [connect('192.0.2.1'), connect('192.0.2.1')];
  for (let at = 0; at < 3; at++) assert.equal(connect('192.0.2.1').destroyed, true);
  first.destroy();
  assert.equal(connect('192.0.2.1').destroyed, false);
  assert.equal(connect('192.0.2.1').destroyed, true);
});

test('the addresses of one IPv6 network share, and so do an IPv4 address and its IPv6 form', () => {
  const { connect } = setUp();
  const states = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
  assert.deepEqual(
    states.map((address) => connect(address).destroyed),
    [false, false, true, false],
  );
  const forms = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.1'];
  assert.deepEqual(
    forms.map((address) => connect(address).destroyed),
    [false, false, true],
  );
});

test('a connection that is gone before it was looked at does no harm', () => {
  const { connect } = setUp();
  assert.equal(connect(undefined).destroyed, false);
});
