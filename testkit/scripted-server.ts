import { randomUUID } from 'node:crypto';
import { systemClock } from '../common/clock/clock.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { silentLogger } from '../common/log/logger.ts';
import type { Call, PeerIdentity, ServedMethod } from '../common/rpc/contract.ts';
import { createRpcServer, type RpcServer } from '../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../common/rpc/serve.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { bundleService } from '../common/rpc/services/bundle.ts';
import { entryService } from '../common/rpc/services/entry.ts';
import { svidService } from '../common/rpc/services/svid.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import { pkcs8Of } from '../common/x509/keys.ts';
import { certificatesToPem, encodePem } from '../common/x509/pem.ts';
import { verifyX509Svid } from '../common/x509/svid.ts';
import { parseCsr } from '../common/x509/csr.ts';
import { keyPairFromPkcs8 } from '../common/x509/keys.ts';
import { createTestCa, type TestCa } from './test-ca.ts';

/** An entry as the scripted server hands it out. */
interface ScriptedEntry {
  readonly id: string;
  readonly path: string;
  readonly selectors: readonly string[];
  readonly hint?: string;
  readonly revision?: number;
  readonly createdAt?: number;
}

/**
 * A SPIRE server that does what a test tells it to, over real mTLS. Fields may be changed at any
 * time; `calls` counts calls by the last part of their path.
 */
export class ScriptedServer {
  readonly trustDomain = 'example.org';
  readonly agentId = 'spiffe://example.org/spire/agent/join_token/scripted';
  entries: ScriptedEntry[] = [];
  /** Lists longer than this come as revisions in pages of this size. */
  pageSize = 500;
  ca: TestCa;
  bundle: Bundle;
  tokens = new Set<string>();
  reattestable = false;
  workloadTtlMs = 3_600_000;
  agentTtlMs = 3_600_000;
  /** Thrown for every call that an agent makes as itself, while set. */
  refusal: SpiffeError | undefined;
  /** The error for single entries of a batch, by entry ID. */
  readonly mintErrors = new Map<string, string>();
  readonly calls = new Map<string, number>();
  port = 0;
  #rpc: RpcServer | undefined;

  private constructor(ca: TestCa) {
    this.ca = ca;
    this.bundle = ca.bundle;
  }

  static async create(): Promise<ScriptedServer> {
    return new ScriptedServer(await createTestCa({ trustDomain: 'example.org' }));
  }

  /** Listens; at the second start on the same port again. */
  async start(): Promise<void> {
    this.#rpc = createRpcServer({
      methods: this.#methods(),
      log: silentLogger,
      clock: systemClock,
    });
    const svid = await this.ca.issue('spiffe://example.org/spire/server');
    const { privateKey } = keyPairFromPkcs8(svid.privateKeyDer.reveal());
    const credentials = {
      chainPem: certificatesToPem(svid.chainDer),
      keyPem: encodePem('PRIVATE KEY', pkcs8Of(privateKey)),
    };
    const { port } = await this.#rpc.listenTls({
      host: '127.0.0.1',
      port: this.port,
      credentials: () => credentials,
      verifyClient: (chainDer) => this.#verify(chainDer),
    });
    this.port = port;
  }

  async stop(): Promise<void> {
    await this.#rpc?.close({ graceMs: 0 });
    this.#rpc = undefined;
  }

  count(method: string): number {
    return this.calls.get(method) ?? 0;
  }

  /** Goes over to a new CA; the old one stays trusted unless `revokeOld` is set. */
  async rotateCa(options: { readonly revokeOld?: boolean } = {}): Promise<void> {
    const next = await createTestCa({ trustDomain: 'example.org' });
    const old = options.revokeOld === true ? [] : this.bundle.x509Authorities;
    this.ca = next;
    this.bundle = { ...this.bundle, x509Authorities: [...old, ...next.bundle.x509Authorities] };
  }

  #verify(chainDer: readonly Uint8Array[]): PeerIdentity {
    const roots = this.bundle.x509Authorities.map(({ der }) => der);
    const { spiffeId, leaf } = verifyX509Svid(chainDer, () => roots, systemClock.now());
    return { spiffeId, serialNumber: leaf.serialNumber, notAfterMs: leaf.notAfterMs };
  }

  #methods(): readonly ServedMethod[] {
    const { AttestAgent, RenewAgent, PostStatus } = agentService;
    return [
      serveStream(AttestAgent, async (stream) => {
        this.#seen(stream);
        for await (const { params } of stream.messages) {
          const token = Buffer.from(params?.data?.payload ?? []).toString();
          if (!this.tokens.delete(token) && !this.reattestable) {
            throw new SpiffeError(
              'JOIN_TOKEN_INVALID',
              'failed to attest: join token does not exist or has already been used',
            );
          }
          const svid = await this.#agentSvid(params?.params?.csr);
          await stream.send({ result: { svid, reattestable: this.reattestable } });
          return;
        }
      }),
      serveUnary(RenewAgent, async ({ params }, call) => {
        this.#asAgent(call);
        return { svid: await this.#agentSvid(params?.csr) };
      }),
      serveUnary(PostStatus, (_request, call) => {
        this.#asAgent(call);
        return Promise.resolve({});
      }),
      serveUnary(bundleService.GetBundle, (_request, call) => {
        this.#seen(call);
        return Promise.resolve(this.#bundleMessage());
      }),
      serveUnary(svidService.BatchNewX509SVID, async ({ params }, call) => {
        this.#asAgent(call);
        return { results: await Promise.all(params.map((one) => this.#mint(one))) };
      }),
      this.#syncMethod(),
    ];
  }

  #syncMethod(): ServedMethod {
    return serveStream(entryService.SyncAuthorizedEntries, async (stream) => {
      this.#asAgent(stream);
      const entries = this.entries.map((entry) => this.#entryMessage(entry));
      let first = true;
      for await (const { ids } of stream.messages) {
        if (first && entries.length <= this.pageSize) {
          await stream.send({ entries });
        } else if (first) {
          for (let at = 0; at < entries.length; at += this.pageSize) {
            const entry_revisions = entries.slice(at, at + this.pageSize);
            const more = at + this.pageSize < entries.length;
            await stream.send({ entry_revisions, more });
          }
        } else {
          await stream.send({ entries: entries.filter(({ id }) => ids.includes(id)) });
        }
        first = false;
      }
    });
  }

  #seen(call: Call): void {
    const method = call.path.slice(call.path.lastIndexOf('/') + 1);
    this.calls.set(method, this.count(method) + 1);
  }

  #asAgent(call: Call): void {
    this.#seen(call);
    if (call.peer.kind !== 'remote' || call.peer.identity?.spiffeId !== this.agentId) {
      throw new SpiffeError('PERMISSION_DENIED', 'not an agent');
    }
    if (this.refusal !== undefined) throw this.refusal;
  }

  async #agentSvid(csr: Uint8Array | undefined) {
    const chain = await this.ca.sign(csr ?? new Uint8Array(), this.agentId, {
      ttlMs: this.agentTtlMs,
    });
    return { cert_chain: chain };
  }

  async #mint({ entry_id: entryId, csr }: { entry_id: string; csr: Uint8Array }) {
    const fault = this.mintErrors.get(entryId);
    if (fault !== undefined) return { status: { code: 13, message: fault } };
    const entry = this.entries.find(({ id }) => id === entryId);
    if (entry === undefined) return { status: { code: 5, message: 'entry not found' } };
    const [uri = ''] = parseCsr(csr).uris;
    const chain = await this.ca.sign(csr, uri, { ttlMs: this.workloadTtlMs });
    return { status: { code: 0 }, svid: { cert_chain: chain } };
  }

  #bundleMessage() {
    return {
      trust_domain: this.trustDomain,
      x509_authorities: this.bundle.x509Authorities.map(({ der, tainted }) => ({
        asn1: der,
        tainted,
      })),
      sequence_number: this.bundle.sequenceNumber,
    };
  }

  #entryMessage({ createdAt, hint, id, path, revision, selectors }: ScriptedEntry) {
    return {
      id,
      spiffe_id: { trust_domain: this.trustDomain, path },
      selectors: selectors.map((text) => {
        const colon = text.indexOf(':');
        return { type: text.slice(0, colon), value: text.slice(colon + 1) };
      }),
      hint: hint ?? '',
      revision_number: revision ?? 0,
      created_at: createdAt ?? 1,
    };
  }
}

export function freshToken(): string {
  return randomUUID();
}
