import { z } from 'zod';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

const moment = z.int().min(0).max(8_640_000_000_000_000);
const count = z.int().min(0).max(1_000_000);
/** One line that a terminal shows as it is. */
const line = (longest: number) =>
  z
    .string()
    .max(longest)

    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain control characters')
    // Half a pair cannot be written as UTF-8: a strict client would refuse the whole list.
    .overwrite((text) => text.toWellFormed());

const heartbeatSchema = z.object({
  version: line(255).default(''),
  envoys: count.default(0),
  /** Names that an Envoy refused and holds back. */
  nacks: count.default(0),
  identities: count.default(0),
  /** When the first X509-SVID in use expires; 0 when none is. */
  earliest_expiry_at_ms: moment.default(0),
});

// Counted before any is looked at: everybody may send some, and each fault found costs time.
const evidenceSchema = z
  .custom<object>(
    (facts: unknown) => Object.keys(Object(facts) as object).length <= 32,
    'must have at most 32 facts',
  )
  .pipe(z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a name'), line(256)));

const eventSchema = z.object({
  at_ms: moment,
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a name'),
  text: line(512),
});

const eventsSchema = z.object({ events: z.array(eventSchema).min(1).max(32) });

export type Heartbeat = z.output<typeof heartbeatSchema>;
export type Evidence = Readonly<Record<string, string>>;
export type AgentEvent = z.output<typeof eventSchema>;

/** Checks the body of a heartbeat; returns what to store. Throws INVALID_ARGUMENT. */
export function parseHeartbeat(body: Uint8Array): string {
  return JSON.stringify(parse(heartbeatSchema, body));
}

/** The same for what an agent says of itself and its node. */
export function parseEvidence(body: Uint8Array): string {
  return JSON.stringify(parse(evidenceSchema, body));
}

/** The same for things that happened, each on its own. */
export function parseEvents(body: Uint8Array): readonly string[] {
  return parse(eventsSchema, body).events.map((event) => JSON.stringify(event));
}

/** What was stored was checked when it came; an empty text is nothing. */
export function readHeartbeat(text: string): Heartbeat | undefined {
  return text === '' ? undefined : (JSON.parse(text) as Heartbeat);
}

export function readEvidence(text: string): Evidence {
  return text === '' ? {} : (JSON.parse(text) as Evidence);
}

function parse<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  const result = schema.safeParse(jsonOf(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.map(String).join('.').slice(0, 100) ?? '';
  const field = where === '' ? 'body' : where;
  throw new SpiffeError('INVALID_ARGUMENT', `${field}: ${issue?.message ?? 'is invalid'}`);
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
  } catch {
    // The parser's text would quote the body.
    throw new SpiffeError('INVALID_ARGUMENT', 'body: must be JSON');
  }
}
