// SDS over a real Unix socket and the real transport, with a scripted client.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../common/clock/clock.ts';
import { silentLogger } from '../common/log/logger.ts';
import { createPeerTracker } from '../common/peertracker/peer-tracker.ts';
import type { ClientStream } from '../common/rpc/contract.ts';
import { dialUnix, type RpcChannel } from '../common/rpc/rpc-channel.ts';
import { createRpcServer } from '../common/rpc/rpc-server.ts';
import { secretDiscoveryService } from '../common/rpc/services/secret-discovery.ts';
import { noMetrics } from '../common/telemetry/metrics.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import {
  aNode,
  secretType,
  summaries,
  type SotwRequest,
  type SotwResponse,
} from '../testkit/envoy-client.ts';
import { FakeIdentitySource } from '../testkit/envoy-source.ts';
import { aBundle, anIdentity, aView } from '../testkit/envoy-views.ts';
import { sdsConfigSchema } from './config.ts';
import { StreamRegistry, type Describable } from './registry.ts';
import { createSdsService } from './service.ts';

const node = aNode({ major: 1, minor: 40 });
const web = 'spiffe://domain.test/web';

/** Tells when a stream has ended on the server's side. */
class WatchedRegistry extends StreamRegistry {
  readonly ended = Promise.withResolvers<undefined>();

  override remove(stream: Describable): void {
    super.remove(stream);
    this.ended.resolve(undefined);
  }
}

async function serve(t: TestContext, view: IdentityView | undefined, config: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sds-'));
  const path = join(folder, 'api.sock');
  const source = new FakeIdentitySource(view);
  const registry = new WatchedRegistry();
  const methods = createSdsService({
    sourceFor: () => Promise.resolve(source),
    config: sdsConfigSchema.parse({ coalesce: '1ms', ...config }),
    log: silentLogger,
    metrics: noMetrics,
    clock: systemClock,
    registry,
  });
  const server = createRpcServer({ methods, log: silentLogger, clock: systemClock });
  await server.listenUnix({ path, mode: 0o777, trackPeers: createPeerTracker() });
  const channels: RpcChannel[] = [];
  t.after(async () => {
    for (const channel of channels) channel.close();
    await server.close({ graceMs: 0 });
    rmSync(folder, { recursive: true });
  });
  const dial = () => {
    const channel = dialUnix(path, { maxMessageBytes: 64 * 1024 * 1024 });
    channels.push(channel);
    return channel;
  };
  return { source, registry, dial };
}

class Client {
  readonly #stream: ClientStream<unknown, SotwResponse>;
  readonly #responses: AsyncIterator<SotwResponse>;

  constructor(channel: RpcChannel) {
    this.#stream = channel.open(secretDiscoveryService.StreamSecrets);
    this.#responses = this.#stream.messages[Symbol.asyncIterator]();
  }

  async ask(request: SotwRequest): Promise<void> {
    await this.#stream.send({ type_url: secretType, ...request });
  }

  async next(): Promise<SotwResponse> {
    const { value, done } = await this.#responses.next();
    assert.ok(done !== true);
    return value;
  }

  cancel(): void {
    this.#stream.cancel();
  }
}

function viewOf(serial: number, ...roots: readonly string[]): IdentityView {
  return aView({
    identities: [anIdentity(web, { serial })],
    bundle: aBundle('domain.test', ...roots),
  });
}

const names = (response: SotwResponse) => summaries(response).map(({ name }) => name);

test('a stale nonce loses against the response that crossed it', async (t) => {
  const { source, dial } = await serve(t, viewOf(1));
  const client = new Client(dial());
  await client.ask({ node, resource_names: ['default'] });
  const first = await client.next();
  await client.ask({ resource_names: ['default'], response_nonce: first.nonce });
  source.publish(viewOf(2));
  const second = await client.next();
  await client.ask({ resource_names: ['ROOTCA'], response_nonce: first.nonce });
  await client.ask({ resource_names: ['ALL'], response_nonce: second.nonce });
  assert.deepEqual(names(await client.next()), ['ALL']);
});

test('an Envoy that reconnects with the version it holds is answered all the same', async (t) => {
  const { dial } = await serve(t, viewOf(1));
  const before = new Client(dial());
  await before.ask({ node, resource_names: ['default'] });
  const { version_info } = await before.next();
  before.cancel();
  const after = new Client(dial());
  await after.ask({ node, resource_names: ['default'], version_info });
  assert.equal((await after.next()).version_info, version_info);
});

test('names change on an open stream, each answer has what was added', async (t) => {
  const { dial } = await serve(t, viewOf(1));
  const client = new Client(dial());
  await client.ask({ node, resource_names: ['default'] });
  const first = await client.next();
  await client.ask({ resource_names: ['default', 'ROOTCA'], response_nonce: first.nonce });
  const second = await client.next();
  assert.deepEqual(names(second), ['ROOTCA']);
  await client.ask({ resource_names: ['ALL', 'ROOTCA'], response_nonce: second.nonce });
  assert.deepEqual(names(await client.next()), ['ALL']);
});

test('256 names on one stream are served, the 257th is refused', async (t) => {
  const ids = Array.from({ length: 256 }, (_, at) => `spiffe://domain.test/w${at}`);
  const identities = ids.map((id) => anIdentity(id));
  const { dial } = await serve(t, aView({ identities }));
  const client = new Client(dial());
  await client.ask({ node, resource_names: ids });
  const response = await client.next();
  assert.deepEqual(names(response), ids);
  await client.ask({ resource_names: [...ids, 'one more'], response_nonce: response.nonce });
  await assert.rejects(client.next(), {
    code: 'INVALID_ARGUMENT',
    message: /at most 256 names/,
  });
});

test('256 names of a Delta stream come one by one while the Envoy answers', async (t) => {
  const ids = Array.from({ length: 256 }, (_, at) => `spiffe://domain.test/w${at}`);
  const { dial } = await serve(t, aView({ identities: ids.map((id) => anIdentity(id)) }));
  const stream = dial().open(secretDiscoveryService.DeltaSecrets);
  await stream.send({ node, type_url: secretType, resource_names_subscribe: ids });
  const seen: string[] = [];
  for await (const response of stream.messages) {
    seen.push(...response.resources.map(({ name }) => name));
    if (seen.length === ids.length) break;
    await stream.send({ response_nonce: response.nonce });
  }
  stream.cancel();
  assert.deepEqual(seen, ids);
});

test('a reader that is stuck loses its stream, another one of its connection is served', async (t) => {
  const roots = Array.from({ length: 2000 }, (_, at) => `${'r'.repeat(60)}${at}`);
  const many = Array.from({ length: 64 }, (_, at) => `roots${at}`);
  const { source, registry, dial } = await serve(t, viewOf(1, ...roots), {
    send_timeout: '200ms',
    ack_wait: '1ms',
    aliases: Object.fromEntries(many.map((name) => [name, { bundle: 'own' }])),
  });
  const channel = dial();
  // Each name is a message of its own; the client's transport takes some and then waits.
  const stuck = channel.open(secretDiscoveryService.DeltaSecrets);
  await stuck.send({ node, type_url: secretType, resource_names_subscribe: many });
  await registry.ended.promise;
  const other = new Client(channel);
  await other.ask({ node, resource_names: ['default'] });
  const first = await other.next();
  await other.ask({ resource_names: ['default'], response_nonce: first.nonce });
  source.publish(viewOf(2, ...roots));
  assert.deepEqual(names(await other.next()), ['default']);
  stuck.cancel();
});

test('the whole Node of an Envoy with each ACK costs nothing but its bytes', async (t) => {
  const { source, dial, registry } = await serve(t, viewOf(1));
  const client = new Client(dial());
  const metadata = { fields: { filler: { stringValue: 'x'.repeat(61_000) } } };
  await client.ask({ node: { ...node, metadata }, resource_names: ['default'] });
  const first = await client.next();
  await client.ask({
    node: { ...node, id: 'another', metadata },
    resource_names: ['default'],
    response_nonce: first.nonce,
  });
  source.publish(viewOf(2));
  await client.next();
  assert.equal(registry.list()[0]?.nodeId, 'sidecar');
});
