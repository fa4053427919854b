import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errnoText } from '../../../common/errors/errno-text.ts';
import { messageOf } from '../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../common/secret/secret.ts';
import type { Pepper } from './pepper-ring.ts';

/** The `token_pepper` block of the server; with `forget` alone there is no pepper any more. */
export const tokenPepperSchema = z.strictObject({
  /** The ID of the key for what is stored from now on. */
  write: z.string().min(1, 'must name a key of keys').optional(),
  /** The IDs of the keys that are accepted; all of `keys` by default. */
  read: z.array(z.string()).optional(),
  /** By ID, the file that holds the key. */
  keys: z.record(z.string(), z.string().min(1, 'must be the path of a file')).default({}),
  /** The IDs of keys that were lost or leaked: tokens under them are deleted. */
  forget: z.array(z.string()).default([]),
});

type TokenPepperBlock = z.output<typeof tokenPepperSchema>;

/** Reports a fault of one key of the block. */
type PepperFault = (key: string, message: string) => void;

/** What the block says: the keys, if any, and what is to be forgotten. */
interface ResolvedPepper {
  /** Absent when the block only forgets. */
  readonly pepper?: Pepper;
  /** Keys that are gone for good; what is stored under them is deleted at the start. */
  readonly forgottenKeyIds: readonly string[];
}

/** Reads the keys. Every fault is reported, and then undefined is returned. */
export function resolvePepper(
  block: TokenPepperBlock,
  fault: PepperFault,
): ResolvedPepper | undefined {
  const faulty: string[] = [];
  const report: PepperFault = (key, message) => {
    faulty.push(key);
    fault(key, message);
  };
  const forgottenKeyIds = block.forget;
  if (isOff(block)) return { forgottenKeyIds };
  checkIds(block, report);
  const readable = block.read ?? Object.keys(block.keys);
  const keys = new Map<string, Secret<Uint8Array>>();
  for (const id of readable) {
    const path = Object.hasOwn(block.keys, id) ? block.keys[id] : undefined;
    const key =
      path === undefined ? undefined : readKey(path, (text) => report(`keys.${id}`, text));
    if (key === undefined) continue;
    const twin = [...keys].find(([, other]) => Buffer.compare(other.reveal(), key) === 0);
    if (twin !== undefined) report(`keys.${id}`, `is the same key as ${JSON.stringify(twin[0])}`);
    keys.set(id, new Secret(key));
  }
  if (faulty.length > 0 || block.write === undefined) return undefined;
  return { pepper: { writeKeyId: block.write, keys }, forgottenKeyIds };
}

/** The way out: nothing is stored under a key any more, and what was is forgotten. */
function isOff({ forget, keys, read, write }: TokenPepperBlock): boolean {
  const hasKeys = write !== undefined || read !== undefined || Object.keys(keys).length > 0;
  return !hasKeys && forget.length > 0;
}

function checkIds(block: TokenPepperBlock, report: PepperFault): void {
  const readable = block.read ?? Object.keys(block.keys);
  for (const id of Object.keys(block.keys)) {
    if (!keyIdRule.test(id)) report(`keys.${id}`, `key ID must match ${keyIdRule.source}`);
  }
  for (const id of readable) {
    if (!Object.hasOwn(block.keys, id)) report('read', `${JSON.stringify(id)} is not in keys`);
  }
  if (block.write === undefined) {
    report('write', 'must name a key of keys; only a block with nothing but forget has none');
  } else if (!readable.includes(block.write)) {
    report('write', `${JSON.stringify(block.write)} must be readable, too`);
  }
  for (const id of block.forget) {
    if (readable.includes(id)) report('forget', `${JSON.stringify(id)} is still readable`);
  }
}

/** The bytes of the file but for one line break at its end, which editors and shells add. */
function readKey(path: string, report: (message: string) => void): Uint8Array | undefined {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    report(`unable to read ${JSON.stringify(path)}: ${errnoText(error) ?? messageOf(error)}`);
    return undefined;
  }
  const end = content.at(-1) === 0x0a ? (content.at(-2) === 0x0d ? -2 : -1) : content.length;
  const key = new Uint8Array(content.subarray(0, end));
  if (key.length >= shortestKey) return key;
  report(`${JSON.stringify(path)} holds ${key.length} bytes; a key has at least ${shortestKey}`);
  return undefined;
}

const shortestKey = 32;
const keyIdRule = /^[A-Za-z0-9._-]{1,64}$/;
