import type { Clock } from '../common/clock/clock.ts';
import { asError, SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Logger } from '../common/log/logger.ts';
import type { LocalPeer, MessageReceiver, ServerStream } from '../common/rpc/contract.ts';
import type { Flavour, SdsConfig } from './config.ts';
import type { SdsConnection, Watcher } from './connection.ts';
import type { EnvoyGroups, Suspect } from './nack-trace.ts';
import { decodeNode, flavourOf, versionText, type EnvoyNode } from './node-metadata.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Describable, StreamRecord } from './registry.ts';
import { secretTypeUrl, type ResourceKind } from './secrets.ts';
import type { Decision, Moment, Note, StreamPolicy, Subscriptions } from './stream-policy.ts';
import type { CommonEvent, CommonState, StreamMachine } from './stream-machine.ts';
import { StreamObserver } from './stream-observer.ts';
import { describeName } from './stream-record.ts';
import type { Subscription } from './subscription.ts';
import type { SdsTelemetry } from './telemetry.ts';
import type { Wakeable, WakeQueue } from './wake-queue.ts';

export interface StreamDeps {
  readonly config: SdsConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telemetry: SdsTelemetry;
  readonly groups: EnvoyGroups;
  readonly wakes: WakeQueue;
  readonly requests: RateLimiter;
  readonly identifier: string;
  /** Called once for each stream that was run. */
  readonly onEnd: (stream: Describable, peer: LocalPeer) => void;
}

/** How a stream ends: well, or with an error. */
export interface Outcome {
  resolve(): void;
  reject(error: Error): void;
}

/** Drives one stream: sockets, nonces, timers, limits and log lines. The machine decides. */
export class SecretStream<State extends CommonState, Event, Response>
  implements Watcher, Suspect, Describable, Wakeable, MessageReceiver<Uint8Array>
{
  readonly #machine: StreamMachine<State, Event, Response>;
  readonly #stream: ServerStream<Uint8Array, Uint8Array>;
  readonly #connection: SdsConnection;
  readonly #deps: StreamDeps;
  readonly #policy: StreamPolicy;
  #outcome: Outcome | undefined;
  readonly #openedAtMs: number;
  readonly #observer: StreamObserver;
  #state: State;
  #node: EnvoyNode | undefined;
  #flavour: Flavour;
  #typeUrl: string | undefined;
  #done = false;

  constructor(
    machine: StreamMachine<State, Event, Response>,
    stream: ServerStream<Uint8Array, Uint8Array>,
    connection: SdsConnection,
    policy: StreamPolicy,
    deps: StreamDeps,
  ) {
    this.#machine = machine;
    this.#stream = stream;
    this.#connection = connection;
    this.#policy = policy;
    this.#deps = deps;
    this.#state = machine.initial;
    this.#flavour = flavourOf(undefined, deps.config);
    this.#openedAtMs = deps.clock.now();
    this.#observer = new StreamObserver(
      machine.protocol,
      deps.log.child({ pid: connection.peer.pid, method: stream.path }),
      deps.telemetry,
      deps.clock,
      connection,
    );
  }

  /** Serves the stream until the Envoy or its connection leaves. */
  run(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#deps.telemetry.streamOpened(this.#machine.protocol);
    this.#connection.join(this);
    this.#stream.receive(this);
  }

  end(error?: unknown): void {
    if (this.#done) return;
    this.#close();
    if (error === undefined || this.#stream.signal.aborted) this.#outcome?.resolve();
    else this.#outcome?.reject(asError(error));
  }

  message(bytes: Uint8Array): void {
    if (this.#done) return;
    const { event, node, typeUrl } = this.#machine.decode(bytes, this.#deps.config.limits);
    // The Node is looked at once and never kept: an Envoy may send its 61 kB with every ACK.
    if (this.#node === undefined && node !== undefined) this.#meet(decodeNode(node));
    if (this.#typeUrl === undefined) this.#learnType(typeUrl);
    this.#dispatch(event, 'request');
  }

  ended(error?: unknown): void {
    this.end(error);
  }

  refresh(): void {
    this.#dispatch({ kind: 'view' }, 'view');
  }

  /** Looks at the clock: certificates may have expired. */
  tick(): void {
    this.#dispatch({ kind: 'tick' });
  }

  earliestExpiryMs(): number {
    let earliest = Infinity;
    for (const { sent } of this.#state.subscriptions.values()) {
      if (sent !== undefined) earliest = Math.min(earliest, sent.resource.notAfterMs);
    }
    return earliest;
  }

  subscriptions(): Iterable<Subscription> {
    return this.#state.subscriptions.values();
  }

  blame(name: string, content: string): void {
    this.#dispatch({ kind: 'blame', name, content });
  }

  describe(): StreamRecord {
    const { peer } = this.#connection;
    return {
      connectionId: peer.connectionId,
      pid: peer.pid,
      uid: peer.uid,
      gid: peer.gid,
      protocol: this.#machine.protocol,
      nodeId: this.#node?.id ?? '',
      cluster: this.#node?.cluster ?? '',
      envoyVersion: versionText(this.#node?.version),
      openedAtMs: this.#openedAtMs,
      wildcard: this.#state.wildcard,
      stalled: this.#state.stalled,
      blocked: this.#state.writing,
      lastNack: this.#observer.lastNack,
      names: [...this.#state.subscriptions.values()].map(describeName),
    };
  }

  /** Of the Envoy behind this stream; empty until it has said who it is. */
  get #envoy(): string {
    return this.#node === undefined ? '' : `${this.#connection.process} ${this.#node.id}`;
  }

  #meet(node: EnvoyNode): void {
    this.#node = node;
    this.#reindex(new Map(), this.#state.subscriptions, this.#state.wildcard, false);
    this.#flavour = flavourOf(node, this.#deps.config);
    this.#reindex(this.#state.subscriptions, new Map(), false, this.#state.wildcard);
    this.#deps.groups.join(this.#envoy, this);
    this.#observer.log = this.#deps.log.child({
      pid: this.#connection.peer.pid,
      method: this.#stream.path,
      node_id: node.id,
      cluster: node.cluster,
    });
  }

  #learnType(typeUrl: string): void {
    this.#typeUrl = typeUrl === '' ? secretTypeUrl : typeUrl;
    if (this.#typeUrl === secretTypeUrl) return;
    // SPIRE echoes whatever it is asked for; so do we, and count it.
    this.#deps.telemetry.foreignType();
    this.#observer.log.warn('Request has the type URL of another resource', { type: typeUrl });
  }

  #dispatch(event: Event | CommonEvent, cause: 'request' | 'view' | 'other' = 'other'): void {
    if (this.#done) return;
    const before = this.#state;
    const moment = this.#moment();
    const [state, decision] = this.#machine.step(before, event, moment, this.#policy);
    this.#state = state;
    this.#reindex(state.subscriptions, before.subscriptions, before.wildcard, state.wildcard);
    this.#observer.observe(decision.notes);
    if (cause === 'request' && !this.#withinRate(decision)) return;
    if (decision.close !== undefined) {
      if (this.#connection.isNews('', decision.close.message)) {
        this.#observer.log.warn('Stream refused', { error: decision.close.message });
      }
      this.end(new SpiffeError(decision.close.code, decision.close.message));
    }
    this.#trace(decision.notes);
    this.#arm(moment);
    if (decision.send !== undefined) this.#write(decision.send, cause === 'view');
  }

  /** `moment` is the one that the machine saw: what has become due since would not be waited for. */
  #arm(moment: Moment): void {
    if (this.#done) return;
    this.#deps.wakes.set(this, this.#machine.wakeMs(this.#state, moment, this.#policy));
  }

  #moment(): Moment {
    return {
      nowMs: this.#deps.clock.now(),
      offer: this.#connection.offer(this.#flavour),
      certificatesNotBeforeMs: this.#connection.certificatesNotBeforeMs,
      room: this.#connection.hasRoom(this),
    };
  }

  /** A plain answer to a response of ours is free: we send few enough. Everything else counts. */
  #withinRate({ notes }: Decision<Response>): boolean {
    const answer = notes.some(({ kind }) => kind === 'ack' || kind === 'nack');
    const change = notes.some(({ kind }) => kind === 'change' || kind === 'first');
    if ((answer && !change) || this.#deps.requests.allow(this.#policy.nonceTag)) return true;
    this.#deps.telemetry.limited('requests');
    this.end(
      new SpiffeError('RESOURCE_EXHAUSTED', 'requests came faster than the limit of the stream'),
    );
    return false;
  }

  #write(response: Response, push: boolean): void {
    const items = this.#machine.itemsOf(response);
    const kinds = items.map(({ resource }) => resource.kind);
    if (kinds.includes('certificate') && !this.#connection.peer.isAlive()) {
      this.end(new SpiffeError('CANCELLED', 'the process that opened the connection is gone'));
      return;
    }
    const bytes = this.#machine.encode(response, {
      typeUrl: this.#typeUrl ?? secretTypeUrl,
      identifier: this.#deps.identifier,
    });
    this.#observer.log.debug('Sending SDS response', {
      nonce: this.#machine.nonceOf(response),
      resource_names: items.map(({ resource }) => resource.name),
      size: bytes.length,
    });
    const sending = this.#stream.send(bytes);
    const taken = () => this.#taken(kinds, bytes.length, push);
    if (sending === undefined) taken();
    else void this.#wait(sending, bytes.length).then(taken, (error: unknown) => this.end(error));
  }

  /** A send that the transport has not taken at once. */
  async #wait(sending: Promise<void>, bytes: number): Promise<void> {
    const { clock, config, telemetry } = this.#deps;
    const cancel = clock.after(config.send_timeout, () => {
      this.end(new SpiffeError('UNAVAILABLE', 'the Envoy took no message for too long'));
    });
    telemetry.blocked(1);
    this.#connection.outstanding(bytes);
    try {
      await sending;
    } finally {
      cancel();
      telemetry.blocked(-1);
      this.#connection.outstanding(-bytes);
    }
  }

  #taken(kinds: readonly ResourceKind[], bytes: number, push: boolean): void {
    const { clock, telemetry } = this.#deps;
    telemetry.response(this.#machine.protocol, kinds, bytes);
    if (push) telemetry.pushed(clock.monotonic() - this.#connection.viewAtMs);
    this.#dispatch({ kind: 'taken' });
  }

  #trace(notes: readonly Note[]): void {
    for (const note of notes) {
      if (note.kind !== 'nack' || !note.elsewhere || note.refusal.culprit === 'sent') continue;
      const culprit = this.#deps.groups.trace(this.#envoy, note.refusal.culprit);
      if (culprit === undefined) continue;
      this.#observer.log.warn('Envoy refused a secret on the stream of another one', {
        name: culprit,
      });
    }
  }

  #reindex(after: Subscriptions, before: Subscriptions, wasAll: boolean, isAll: boolean): void {
    if (wasAll !== isAll) this.#connection.watchEverything(this.#flavour, this, isAll);
    if (after === before) return;
    for (const name of before.keys()) {
      if (!after.has(name)) this.#connection.unwatch(this.#flavour, name, this);
    }
    for (const name of after.keys()) {
      if (!before.has(name)) this.#connection.watch(this.#flavour, name, this);
    }
  }

  #close(): void {
    const { telemetry } = this.#deps;
    this.#done = true;
    this.#deps.wakes.set(this, undefined);
    this.#deps.groups.leave(this.#envoy, this);
    this.#reindex(new Map(), this.#state.subscriptions, this.#state.wildcard, false);
    for (const { standing } of this.#state.subscriptions.values()) {
      telemetry.standing(standing, 'dropped');
    }
    if (this.#state.stalled) telemetry.stalled(-1);
    this.#connection.leave(this);
    telemetry.streamClosed(this.#machine.protocol);
    this.#deps.onEnd(this, this.#connection.peer);
  }
}
