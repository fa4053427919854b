/**
 * Runs in a pod: holds SDS streams to the agent open, as so many Envoys would, each on a connection of its
 * own, and opens those that end again. Prints one line of JSON for each change: how many are served on the connection they have
 * now, how often one ended, and every status that was no loss of the connection.
 *
 * usage: streams.ts SOCKET COUNT
 */
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import { envoy } from '../../proto/gen/envoy-sds.js';

const { DiscoveryRequest, DiscoveryResponse } = envoy.service.discovery.v3;
const socketPath = String(process.argv[2]);
const count = Number(process.argv[3]);
const served = new Set<number>();
const refusals = new Set<string>();
let ended = 0;
const wanted = ['default', 'ROOTCA'];
const type = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';

for (let index = 0; index < count; index++) open(index);

function open(index: number): void {
  const session = connectHttp2('http://localhost', { createConnection: () => connect(socketPath) });
  let over = false;
  const reopen = () => {
    if (over) return;
    over = true;
    if (served.delete(index)) ended++;
    session.destroy();
    report();
    setTimeout(open, 200, index);
  };
  session.on('error', reopen).on('close', reopen);
  stream(session, index, reopen);
}

function stream(session: ClientHttp2Session, index: number, onEnd: () => void): void {
  const call = session.request({
    ':method': 'POST',
    ':path': '/envoy.service.secret.v3.SecretDiscoveryService/StreamSecrets',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  let held = Buffer.alloc(0);
  const names = new Set<string>();
  call.on('error', onEnd).on('close', onEnd);
  for (const event of ['response', 'trailers']) {
    call.on(event, (headers: Record<string, unknown>) => {
      const status = headers['grpc-status'];
      // 14 is UNAVAILABLE: an agent that stops, or starts and is not attested yet.
      if (typeof status === 'string' && status !== '0' && status !== '14') {
        refusals.add(`${status} ${String(headers['grpc-message'])}`);
      }
    });
  }
  call.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let end = endOf(held); end <= held.length; end = endOf(held)) {
      const response = DiscoveryResponse.decode(held.subarray(5, end));
      held = held.subarray(end);
      for (const { value } of response.resources) {
        names.add(envoy.extensions.transport_sockets.tls.v3.Secret.decode(value).name);
      }
      call.write(frame({ response_nonce: response.nonce, version_info: response.version_info }));
      if (names.size === wanted.length && !served.has(index)) {
        served.add(index);
        report();
      }
    }
  });
  call.write(frame({ node: { id: `stream-${index}`, cluster: 'streams' } }));
}

function frame(request: object): Buffer {
  const message = DiscoveryRequest.encode({ type_url: type, resource_names: wanted, ...request });
  const body = message.finish();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Beyond the end while the message is not whole. */
function endOf(bytes: Buffer): number {
  return bytes.length < 5 ? Infinity : 5 + bytes.readUInt32BE(1);
}

function report(): void {
  const line = { served: served.size, ended, refusals: [...refusals] };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
