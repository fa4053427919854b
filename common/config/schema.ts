import { z } from 'zod';
import { messageOf } from '../errors/spiffe-error.ts';
import type { ConfigObject } from './config-tree.ts';
import { parseDuration } from './duration.ts';
import { bareHost } from '../text/host-port.ts';

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

/** A host name or address; IPv6 may be in brackets. */
export function hostSchema() {
  return z.string().min(1).overwrite(bareHost);
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

/** A key of SPIRE that is understood but not served: setting it is a fault that says why. */
export function refused<Schema extends z.ZodType>(schema: Schema, reason: string) {
  return schema.optional().superRefine((value, context) => {
    if (isSet(value)) context.addIssue({ code: 'custom', message: `is not supported: ${reason}` });
  });
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === false || value === '' || value === 0) return false;
  return !Array.isArray(value) || value.length > 0;
}

const rawBlocks = new WeakSet();
