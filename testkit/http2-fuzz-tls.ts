import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { systemClock } from '../common/clock/clock.ts';
import type { Interceptor } from '../common/rpc/contract.ts';
import { createRpcServer } from '../common/rpc/rpc-server.ts';
import type { TlsCredentials } from '../common/rpc/tls-listener.ts';
import { verifyX509Svid } from '../common/x509/svid.ts';
import {
  checkAnswer,
  fuzzMethods,
  fuzzSequence,
  loudLogger,
  type FuzzReport,
} from './http2-fuzz.ts';
import { ping } from './http2-frames.ts';
import { seededRandom } from './random.ts';
import { credentialsOf } from './suites/transport-tls-parts.ts';
import { createTestCa } from './test-ca.ts';

type Random = (bound: number) => number;

/** As many connections at once: the kernel and OpenSSL work while others are checked. */
const atOnce = 16;

/**
 * The sequences of `fuzzHttp2` at a real port: TCP, a TLS handshake of its own for each, half of them with a client
 * certificate. The same seed says the same. Throws when an answer breaks the protocol, a fault of ours shows, a
 * connection hangs or a handler outlives its connection.
 */
export async function fuzzTlsPort(sequences: number, seed: number): Promise<FuzzReport> {
  const port = await openPort();
  const random = seededRandom(seed);
  const report = { sequences: 0, faulted: 0, calls: 0, answeredOk: 0 };
  try {
    const worker = async () => {
      while (report.sequences < sequences) {
        report.sequences++;
        const { faulted, ok } = await sayOne(port, random);
        report.faulted += faulted ? 1 : 0;
        report.answeredOk += ok;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    for (let tries = 0; port.running() > 0; tries++) {
      assert.ok(tries < 500, 'a handler outlives its connection');
      await systemClock.sleep(10);
    }
    return { ...report, calls: port.calls() };
  } finally {
    await port.close();
  }
}

interface Port {
  readonly port: number;
  readonly client: TlsCredentials;
  calls(): number;
  running(): number;
  close(): Promise<void>;
}

async function openPort(): Promise<Port> {
  const ca = await createTestCa({ trustDomain: 'example.org' });
  const own = credentialsOf(await ca.issue('spiffe://example.org/spire/server'));
  let [calls, running] = [0, 0];
  const count: Interceptor = (call, next) => {
    calls++;
    running++;
    call.whenOver(() => running--);
    return next();
  };
  const server = createRpcServer({
    methods: fuzzMethods,
    interceptors: [count],
    log: loudLogger,
    clock: systemClock,
    tlsTransport: 'own',
    limits: { handshakesBurst: Number.MAX_SAFE_INTEGER },
  });
  const { port } = await server.listenTls({
    host: '127.0.0.1',
    port: 0,
    credentials: () => own,
    verifyClient(chainDer) {
      const { spiffeId, leaf } = verifyX509Svid(chainDer, () => [ca.rootDer], systemClock.now());
      return { spiffeId, serialNumber: leaf.serialNumber, notAfterMs: leaf.notAfterMs };
    },
  });
  return {
    port,
    client: credentialsOf(await ca.issue('spiffe://example.org/agent')),
    calls: () => calls,
    running: () => running,
    close: () => server.close({ graceMs: 0 }),
  };
}

async function sayOne({ port, client }: Port, random: Random) {
  // All that is random is drawn before anything is awaited, or the order would depend on the machine.
  const hasCertificate = random(2) === 0;
  const chunks = fuzzSequence(random);
  const socket = connect({
    ...{ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] },
    ...(hasCertificate && { cert: client.chainPem, key: client.keyPem }),
  });
  const heard: Buffer[] = [];
  let broken = false;
  socket.on('data', (bytes: Buffer) => heard.push(bytes));
  socket.on('error', () => (broken = true));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'secureConnect');
  for (const chunk of chunks) socket.write(chunk);
  await answered(socket, closed, heard, Buffer.concat(chunks));
  const isWhole = socket.closed && !broken;
  socket.destroy();
  await closed;
  const said = Buffer.concat(heard);
  // What a reset cuts off, or we ourselves, is nobody's fault.
  return checkAnswer(isWhole ? said : wholeFrames(said));
}

/** Waits until the server has looked at all that was said. */
async function answered(
  socket: TLSSocket,
  closed: Promise<void>,
  heard: readonly Buffer[],
  said: Buffer,
): Promise<void> {
  const marker = ping(markerText);
  if (wholeFrames(said.subarray(prefaceBytes)).length === said.length - prefaceBytes) {
    const acknowledged = new Promise<void>((resolve) => {
      socket.on('data', () => {
        if (Buffer.concat(heard).includes(ping(markerText, true))) resolve();
      });
    });
    socket.write(marker);
    await inTime(Promise.race([acknowledged, closed]));
    return;
  }
  // It ends within a frame: more than any frame may have, and then what may not come.
  socket.write(Buffer.alloc(longestFrameBytes));
  await inTime(closed);
}

async function inTime(event: Promise<void>): Promise<void> {
  const patience = new AbortController();
  const late = systemClock.sleep(patienceMs, patience.signal).then(() => 'late');
  const outcome = await Promise.race([event, late]);
  patience.abort();
  late.catch(() => undefined);
  assert.notEqual(outcome, 'late', 'the server neither answers nor ends the connection');
}

function wholeFrames(bytes: Buffer): Buffer {
  let at = 0;
  while (at + 9 <= bytes.length && at + 9 + bytes.readUIntBE(at, 3) <= bytes.length) {
    at += 9 + bytes.readUIntBE(at, 3);
  }
  return bytes.subarray(0, at);
}

const prefaceBytes = 24;
const markerText = 'the end!';
const longestFrameBytes = 16_384 + 1024;
/** Below the time after which the server itself ends what is not finished. */
const patienceMs = 8_000;
