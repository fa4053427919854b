import { z } from 'zod';
import { messageOf } from '../errors/spiffe-error.ts';
import type { ConfigObject } from './config-tree.ts';
import { parseDuration } from './duration.ts';

/** A Go duration such as `1h30m`; milliseconds after parsing. */
export function durationSchema() {
  return z.string().transform((text, context) => {
    try {
      return parseDuration(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: messageOf(error) });
      return z.NEVER;
    }
  });
}

/** A TCP port, bare or quoted; 0 is refused. */
export function portSchema() {
  return z.int().min(1).max(65_535);
}

/** A block that is handed on as the tree it was written as; who takes it decodes it later. */
export function rawBlock() {
  const schema = z.custom<ConfigObject>((value) => typeof value === 'object' && value !== null);
  rawBlocks.add(schema);
  return schema;
}

/** True for what `rawBlock` made. */
export function isRawBlock(schema: object): boolean {
  return rawBlocks.has(schema);
}

const rawBlocks = new WeakSet();
