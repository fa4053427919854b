import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';
import type { NackRecord } from './registry.ts';
import type { Note } from './stream-policy.ts';
import type { SdsTelemetry } from './telemetry.ts';

/** Where waiting names are reported; reasons are told once. */
interface NameDesk {
  want(name: string): void;
  isNews(name: string, reason: string): boolean;
}

/** Turns what a stream's machine notes into metrics and log lines. */
export class StreamObserver {
  /** Replaced when the Envoy has told who it is. */
  log: Logger;
  readonly #protocol: 'sotw' | 'delta';
  readonly #telemetry: SdsTelemetry;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #connection: NameDesk;
  #lastNack: NackRecord | undefined;

  constructor(
    protocol: 'sotw' | 'delta',
    log: Logger,
    telemetry: SdsTelemetry,
    clock: Pick<Clock, 'now' | 'monotonic'>,
    connection: NameDesk,
  ) {
    this.#protocol = protocol;
    this.log = log;
    this.#telemetry = telemetry;
    this.#clock = clock;
    this.#connection = connection;
  }

  get lastNack(): NackRecord | undefined {
    return this.#lastNack;
  }

  observe(notes: readonly Note[]): void {
    const telemetry = this.#telemetry;
    const protocol = this.#protocol;
    for (const note of notes) {
      switch (note.kind) {
        case 'first':
        case 'change':
        case 'stale':
          telemetry.request(protocol, note.kind);
          break;
        case 'ack':
          telemetry.request(protocol, 'ack');
          telemetry.acknowledged(Math.floor(this.#clock.monotonic()) - note.sentAtMs);
          break;
        case 'nack':
          telemetry.request(protocol, 'nack');
          this.#observeNack(note);
          break;
        case 'stalled':
          telemetry.stalled(1);
          this.log.warn('Envoy leaves a response unanswered, sending nothing more');
          break;
        case 'resumed':
          telemetry.stalled(-1);
          break;
        case 'standing':
          telemetry.standing(note.from, note.to);
          this.#observeStanding(note);
          break;
      }
    }
  }

  #observeNack(note: Extract<Note, { kind: 'nack' }>): void {
    const { refusal, resources } = note;
    const names = resources.map(({ name }) => name);
    const atMs = this.#clock.now();
    this.#lastNack = { text: refusal.text, class: refusal.class, atMs, names };
    this.#telemetry.nack(resources[0]?.kind ?? 'none', refusal.class);
    this.log.error('Envoy refused a secret', {
      resource_names: names,
      status_message: refusal.text,
      version_info: resources.map(({ version }) => version).join(' '),
    });
  }

  #observeStanding(note: Extract<Note, { kind: 'standing' }>): void {
    const { name, reason, to } = note;
    const fields = { name, reason };
    if (to === 'lost') this.log.warn('A name that was served is gone, Envoy keeps it', fields);
    else if (to === 'expired') this.log.error('X509-SVID expired and none is newer', fields);
    if (to === 'waiting' || to === 'coming' || to === 'lost') this.#connection.want(name);
    const message = waitingMessages[to];
    if (message === undefined || !this.#connection.isNews(name, reason)) return;
    if (to === 'conflict') this.log.error(message, fields);
    else this.log.warn(message, fields);
  }
}

const waitingMessages: Readonly<Record<string, string>> = {
  waiting: 'Name waits until it can be served',
  coming: 'Name waits until its X509-SVID is signed',
  conflict: 'Name cannot be served in this flavour',
  unservable: 'Name can never be served here',
};
