import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { systemClock } from '../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { defaultLimits } from '../../common/rpc/limits.ts';
import type { RpcChannel } from '../../common/rpc/rpc-channel.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import type { TlsCredentials } from '../../common/rpc/tls-listener.ts';
import { createTestCa } from '../test-ca.ts';
import {
  ask,
  chat,
  connectRaw,
  hangUp,
  http2Preface,
  stable,
  textOf,
  type TransportUnderTest,
} from './transport-parts.ts';
import { credentialsOf, handshake, serveTls, verifierOf } from './transport-tls-parts.ts';

const deadline = { timeoutMs: 20_000 };
const ping = Buffer.from('ping');
const host = '127.0.0.1';

/** What a transport promises over TLS with SPIFFE identities. */
export function transportTlsSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: client identity`, () => clientIdentity(transport));
  suite(`transport contract, ${name}: server identity`, () => serverIdentity(transport));
  suite(`transport contract, ${name}: TLS connections`, () => connections(transport));
}

function clientIdentity(transport: TransportUnderTest): void {
  test('a client without a certificate is served and has no identity', async (context) => {
    const { dial, peers } = await serveTls(context, transport);
    await dial({}).unary(ask, ping, deadline);
    const [peer] = peers;
    assert.ok(peer?.kind === 'remote');
    assert.equal(peer.identity, undefined);
    assert.equal(peer.address, host);
  });

  test('a client is known by the X509-SVID it presents, with its intermediates', async (context) => {
    const { ca, dial, peers } = await serveTls(context, transport);
    const svid = await ca.issue('spiffe://example.org/agent', { viaIntermediate: true });
    await dial({ credentials: () => credentialsOf(svid) }).unary(ask, ping, deadline);
    const [peer] = peers;
    assert.ok(peer?.kind === 'remote');
    assert.equal(peer.identity?.spiffeId, 'spiffe://example.org/agent');
    assert.equal(peer.identity.serialNumber, svid.serialNumber);
    assert.equal(peer.identity.notAfterMs, svid.notAfterMs);
  });

  test('a client is verified once, however many calls it makes', async (context) => {
    const { ca, dial, peers, verified } = await serveTls(context, transport);
    const svid = await ca.issue('spiffe://example.org/agent');
    const channel = dial({ credentials: () => credentialsOf(svid) });
    for (let call = 0; call < 5; call++) await channel.unary(ask, ping, deadline);
    assert.equal(new Set(peers).size, 1);
    assert.equal(peers.length, 5);
    assert.equal(verified.length, 1);
  });

  for (const fault of ['foreign_ca', 'expired', 'bad_signature', 'ca_leaf', 'no_uri'] as const) {
    test(`a client certificate with fault ${fault} is refused, not ignored`, async (context) => {
      const { ca, dial, peers } = await serveTls(context, transport);
      const svid = await ca.issue('spiffe://example.org/agent', { fault });
      const channel = dial({ credentials: () => credentialsOf(svid) });
      await assert.rejects(channel.unary(ask, ping, deadline), { code: 'UNAVAILABLE' });
      assert.deepEqual(peers, []);
      await dial({}).unary(ask, ping, deadline);
    });
  }

  test('a client without a certificate has few calls at once, one with a certificate has many', async (context) => {
    const { ca, dial } = await serveTls(context, transport);
    const known = dial({ credentials: () => credentials });
    const credentials = credentialsOf(await ca.issue('spiffe://example.org/agent'));
    const answeredOf = async (channel: RpcChannel) => {
      let answered = 0;
      for (let call = 0; call < 20; call++) {
        const stream = channel.open(chat);
        const answers = stream.messages[Symbol.asyncIterator]();
        const count = () => {
          answered++;
        };
        stream
          .send(ping)
          .then(() => answers.next().then(count), count)
          .catch(count);
      }
      return stable(() => answered);
    };
    assert.equal(await answeredOf(known), 20);
    assert.equal(await answeredOf(dial({})), 4);
  });

  test('a new connection presents the credentials of its day', async (context) => {
    const { ca, dial, peers } = await serveTls(context, transport);
    const days: TlsCredentials[] = [];
    const channel = dial({ credentials: () => days.at(-1) });
    await channel.unary(ask, ping, deadline);
    days.push(credentialsOf(await ca.issue('spiffe://example.org/agent')));
    await channel.unary(ask, ping, deadline);
    channel.reconnect();
    await channel.unary(ask, ping, deadline);
    const ids = peers.map((peer) => peer.kind === 'remote' && peer.identity?.spiffeId);
    assert.deepEqual(ids, [undefined, undefined, 'spiffe://example.org/agent']);
  });

  test('a call under way survives a reconnect', async (context) => {
    const { dial } = await serveTls(context, transport);
    const channel = dial({});
    const stream = channel.open(chat, deadline);
    await stream.send(ping);
    channel.reconnect();
    await channel.unary(ask, ping, deadline);
    await stream.send(ping);
    stream.end();
    let messages = 0;
    for await (const message of stream.messages) messages += message.length / ping.length;
    assert.equal(messages, 2);
  });
}

function serverIdentity(transport: TransportUnderTest): void {
  test('a server of an unknown authority is refused by a typed error', async (context) => {
    const { dial, peers } = await serveTls(context, transport);
    const other = await createTestCa({ trustDomain: 'example.org' });
    const channel = dial({ verifyServer: verifierOf(other) });
    const error = await channel.unary(ask, ping, deadline).catch((caught: unknown) => caught);
    assert.ok(error instanceof RpcError && hasCode(error, 'UNKNOWN_AUTHORITY'));
    assert.ok(hasCode(error.cause, 'UNKNOWN_AUTHORITY'));
    assert.equal(error.grpcCode, 'UNAVAILABLE');
    const stream = channel.open(chat, deadline);
    await assert.rejects(stream.messages[Symbol.asyncIterator]().next(), {
      code: 'UNKNOWN_AUTHORITY',
    });
    assert.deepEqual(peers, []);
  });

  test('any error of the verifier refuses the server, and its code is kept', async (context) => {
    const { dial, peers } = await serveTls(context, transport);
    const faults: readonly [unknown, string][] = [
      [new SpiffeError('SPIFFE_ID_MISMATCH', 'unexpected ID'), 'SPIFFE_ID_MISMATCH'],
      [new Error('a bug'), 'INTERNAL'],
    ];
    for (const [fault, code] of faults) {
      const verifyServer = () => {
        throw fault;
      };
      await assert.rejects(dial({ verifyServer }).unary(ask, ping, deadline), { code });
    }
    assert.deepEqual(peers, []);
  });

  test('a server that is away is not taken for one that was refused before', async (context) => {
    const { dial, stop } = await serveTls(context, transport);
    let refuse = true;
    const channel = dial({
      verifyServer: () => {
        if (refuse) throw new SpiffeError('UNKNOWN_AUTHORITY', 'not ours');
      },
      firstRedialMs: 1,
      longestRedialMs: 1,
    });
    await assert.rejects(channel.unary(ask, ping, deadline), { code: 'UNKNOWN_AUTHORITY' });
    refuse = false;
    await stop();
    const codes = async () => {
      const caught = await channel.unary(ask, ping, deadline).catch((error: unknown) => error);
      return (caught as RpcError).code;
    };
    for (let code = await codes(), tries = 0; code !== 'UNAVAILABLE'; code = await codes()) {
      assert.ok(tries++ < 200, code);
      await systemClock.sleep(10);
    }
  });

  test('each handshake serves the certificate of its day', async (context) => {
    const ca = await createTestCa({ trustDomain: 'example.org' });
    const [old, fresh] = [
      await ca.issue('spiffe://example.org/spire/server'),
      await ca.issue('spiffe://example.org/spire/server'),
    ];
    let current = credentialsOf(old);
    const { dial } = await serveTls(context, transport, { ca, credentials: () => current });
    const seen: string[] = [];
    const channel = dial({
      verifyServer: ([leaf]) => void seen.push(hex(leaf ?? new Uint8Array())),
    });
    await channel.unary(ask, ping, deadline);
    current = credentialsOf(fresh);
    channel.reconnect();
    await channel.unary(ask, ping, deadline);
    assert.deepEqual(
      seen,
      [old, fresh].map((svid) => hex(svid.chainDer[0] ?? new Uint8Array())),
    );
  });
}

function connections(transport: TransportUnderTest): void {
  test('a peer that never starts TLS is cut in time and not before', async (context) => {
    const { address, clock } = await serveTls(context, transport);
    const socket = await connectRaw(context, address);
    await stable(() => clock.pending);
    await clock.advance(defaultLimits.tlsHandshakeMs - 1);
    assert.ok(!socket.closed);
    await clock.advance(1);
    await hangUp(socket);
  });

  test('a peer that is silent after TLS is cut in time and not before', async (context) => {
    const { address, clock } = await serveTls(context, transport);
    const socket = await handshake(context, address);
    await stable(() => clock.pending);
    await clock.advance(defaultLimits.prefaceMs - 1);
    assert.ok(!socket.closed);
    await clock.advance(1);
    await hangUp(socket);
  });

  const garbage: readonly [string, Buffer][] = [
    ['random bytes', randomBytes(16_384)],
    ['HTTP/2 without TLS', Buffer.from(http2Preface)],
    [
      'a TLS record of rubbish',
      Buffer.concat([Buffer.from('1603010200', 'hex'), randomBytes(512)]),
    ],
  ];
  for (const [what, bytes] of garbage) {
    test(`a peer that speaks ${what} is cut and hurts nobody`, async (context) => {
      const { address, dial } = await serveTls(context, transport);
      const socket = await connectRaw(context, address);
      socket.write(bytes);
      await hangUp(socket);
      assert.equal(textOf(await dial({}).unary(ask, ping, deadline)), 'ping');
    });
  }

  test('rubbish inside TLS ends its connection and hurts nobody', async (context) => {
    const { address, dial } = await serveTls(context, transport);
    const socket = await handshake(context, address);
    socket.write(randomBytes(4096));
    await hangUp(socket);
    assert.equal(textOf(await dial({}).unary(ask, ping, deadline)), 'ping');
  });

  const outdated: readonly [string, ConnectionOptions][] = [
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['no ALPN', { ALPNProtocols: [] }],
    ['another protocol', { ALPNProtocols: ['http/1.1'] }],
  ];
  for (const [what, options] of outdated) {
    test(`a client with ${what} is refused`, async (context) => {
      const { address, peers } = await serveTls(context, transport);
      const socket = connectTls({
        ...address,
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
        ...options,
      });
      context.after(() => socket.destroy());
      socket.on('error', () => undefined).resume();
      await hangUp(socket);
      assert.deepEqual(peers, []);
    });
  }

  const offers = [
    ['TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ['TLS_AES_256_GCM_SHA384', 'TLS_AES_256_GCM_SHA384'],
    ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'],
  ] as const;
  for (const [ciphers, chosen] of offers) {
    test(`of ${ciphers} the server chooses ${chosen}`, async (context) => {
      const { address } = await serveTls(context, transport);
      const socket = await handshake(context, address, { ciphers });
      assert.equal(socket.getCipher().standardName, chosen);
    });
  }

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    test(`a ${version} session is never resumed`, async (context) => {
      const { address } = await serveTls(context, transport);
      const sessions: Buffer[] = [];
      const options = { minVersion: version, maxVersion: version } as const;
      const first = await handshake(context, address, options, (session) => sessions.push(session));
      await stable(() => sessions.length);
      const session = sessions.at(-1) ?? first.getSession();
      const second = await handshake(context, address, { ...options, ...(session && { session }) });
      assert.ok(!second.isSessionReused());
    });
  }

  test('a connection of full age is closed gracefully and the client dials again', async (context) => {
    const { dial, peers, clock } = await serveTls(context, transport, { maxConnectionAgeMs: 50 });
    const channel = dial({});
    const ids = () => new Set(peers.map((peer) => peer.connectionId)).size;
    while (ids() < 3) {
      // A call that meets two closing connections in a row is refused, unprocessed: gRPC retries it once.
      await channel.unary(ask, ping, deadline).catch((error: unknown) => {
        assert.ok(hasCode(error, 'UNAVAILABLE'), String(error));
      });
      // Some transports have timers of their own.
      await systemClock.sleep(5);
      await clock.advance(5);
    }
    assert.equal(ids(), 3);
  });

  test('shutdown ends peers in every state of their handshake', async (context) => {
    const { address, stop } = await serveTls(context, transport);
    const silent = await connectRaw(context, address);
    const greeted = await handshake(context, address);
    await stop();
    await Promise.all([hangUp(silent), hangUp(greeted)]);
    await assert.rejects(connectRaw(context, address));
  });

  test('a port that is taken is a clear error', async (context) => {
    const { address, server, credentials, verifyClient } = await serveTls(context, transport);
    await assert.rejects(server.listenTls({ ...address, credentials, verifyClient }), {
      code: 'UNAVAILABLE',
      message: `unable to listen on ${host}:${address.port}`,
    });
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
