import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import { isJsonObject } from '../../common/text/json-object.ts';
import { parsePod, type Pod } from './pod.ts';

/**
 * Reads the kubelet's pod lists. An item whose bytes are those of the last list is not parsed again,
 * which makes the cost of a list that of what changed in it: 110 pods of 100 kB take 90 ms to parse
 * and 1 to compare. Long lists are read in slices.
 */
export class PodListReader {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #log: Logger;
  /** A copy of the last list, in memory that is used again and again. */
  #last = Buffer.alloc(0);
  /** Where its items are in the copy. */
  #known: ReadonlyMap<string, Item> = new Map();

  constructor(clock: Pick<Clock, 'monotonic'>, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Done with `body` when it resolves. Throws UNAVAILABLE when it is no pod list. */
  async read(body: Buffer): Promise<readonly Pod[]> {
    return (await this.#readItems(body)) ?? this.#readWhole(body);
  }

  /** Undefined when the body is not laid out as the kubelet does it; nothing is decided then. */
  async #readItems(body: Buffer): Promise<readonly Pod[] | undefined> {
    const opening = body.subarray(0, headerLimit).indexOf(itemsKey);
    if (opening === -1) return undefined;
    const known = new Map<string, Item>();
    let pausedMs = this.#clock.monotonic();
    let at = opening + itemsKey.length;
    while (body[at] === openBrace) {
      const same = this.#findSame(body, at);
      const end = same === undefined ? endOfObject(body, at) : at + same.end - same.start;
      if (end === undefined) return undefined;
      const pod = same?.pod ?? this.#parse(parseJson(body.subarray(at, end)));
      if (pod !== undefined) known.set(pod.uid, { start: at, end, pod });
      if (body[end] !== comma) return this.#finish(body, end, known);
      at = end + 1;
      if (this.#clock.monotonic() - pausedMs > sliceMs) {
        await nextTurn();
        pausedMs = this.#clock.monotonic();
      }
    }
    return this.#finish(body, at, known);
  }

  #finish(body: Buffer, at: number, known: ReadonlyMap<string, Item>): readonly Pod[] | undefined {
    if (body.toString('latin1', at).trim() !== ']}') return undefined;
    this.#keep(body, known);
    return [...known.values()].map(({ pod }) => pod);
  }

  #keep(body: Buffer, known: ReadonlyMap<string, Item>): void {
    if (body.length > this.#last.length) {
      this.#last = Buffer.allocUnsafeSlow(Math.ceil(body.length * headroom));
    }
    body.copy(this.#last);
    this.#known = known;
  }

  /** The UID only says which bytes to compare: equal bytes are the same pod. */
  #findSame(body: Buffer, at: number): Item | undefined {
    const head = body.toString('latin1', at, at + uidLimit);
    const uid = /"uid":"([^"\\]+)"/.exec(head)?.[1];
    const known = uid === undefined ? undefined : this.#known.get(uid);
    if (known === undefined) return undefined;
    const { start, end: knownEnd } = known;
    const end = at + knownEnd - start;
    const follows = body[end];
    const isSame =
      (follows === comma || follows === closeBracket) &&
      this.#last.compare(body, at, end, start, knownEnd) === 0;
    return isSame ? known : undefined;
  }

  #readWhole(body: Buffer): readonly Pod[] {
    const items = itemsOf(parseJson(body));
    const pods = items.flatMap((item) => this.#parse(item) ?? []);
    this.#known = new Map();
    return pods;
  }

  #parse(item: unknown): Pod | undefined {
    try {
      return parsePod(item);
    } catch (error) {
      // One bad item must not take the others' identities away.
      this.#log.warn('Skipping a pod of the kubelet', { reason: messageOf(error) });
      return undefined;
    }
  }
}

/** One pod of the last list. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly pod: Pod;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // The parser's own text quotes the body, which may be long and holds pods' environment.
    throw new SpiffeError('UNAVAILABLE', 'unable to parse kubelet response');
  }
}

function itemsOf(parsed: unknown): readonly unknown[] {
  if (!isJsonObject(parsed)) {
    throw new SpiffeError('UNAVAILABLE', 'invalid kubelet response: expected an object');
  }
  const { items } = parsed;
  if (items === null) return [];
  if (!Array.isArray(items)) {
    throw new SpiffeError('UNAVAILABLE', 'invalid kubelet response: expected an items array');
  }
  return items;
}

/** Where the object that opens at `at` ends, or undefined when it does not. */
function endOfObject(body: Buffer, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index < body.length; index++) {
    const byte = body[index];
    if (byte === quote) {
      index = endOfString(body, index);
      if (index === -1) return undefined;
    } else if (byte === openBrace) depth++;
    else if (byte === closeBrace && --depth === 0) return index + 1;
  }
  return undefined;
}

/** The index of the closing quote, or -1. */
function endOfString(body: Buffer, opening: number): number {
  for (let end = body.indexOf(quote, opening + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (body[end - 1 - backslashes] === backslash) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

const itemsKey = Buffer.from('"items":[');
/** The memory for the copy grows in steps: a list is a little longer with every pod. */
const headroom = 1.25;
const headerLimit = 512;
/** A pod's UID follows its name and namespace, of at most 253 and 63 characters. */
const uidLimit = 1024;
const sliceMs = 5;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
