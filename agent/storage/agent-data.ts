import { z } from 'zod';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { certificatesFromPem, encodePem } from '../../common/x509/pem.ts';

/** What survives a restart of the agent, without its keys. */
export interface AgentData {
  /** Leaf first; empty when there is none. */
  readonly svidDer: readonly Uint8Array[];
  /** X.509 authorities of our trust domain; empty when there are none. */
  readonly bundleDer: readonly Uint8Array[];
  readonly reattestable: boolean;
  readonly bootstrap: BootstrapState;
  /** Members that we do not know; a newer agent may have written them. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** How far the agent came in finding a server it trusts. */
export interface BootstrapState {
  readonly use: 0 | 1 | 2;
  /** RFC 3339, as it was stored. */
  readonly startTime: string;
  readonly attempts: number;
}

/** The time that Go writes for none. */
export const goZeroTime = '0001-01-01T00:00:00Z';

export const noAgentData: AgentData = {
  svidDer: [],
  bundleDer: [],
  reattestable: false,
  bootstrap: { use: 0, startTime: goZeroTime, attempts: 0 },
  others: {},
};

const pems = z.array(z.base64()).nullish();
const fileSchema = z.looseObject({
  svid: pems,
  bundle: pems,
  reattestable: z.boolean().default(false),
  bootstrap_use: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  bootstrap_start_time: z.string().default(goZeroTime),
  connection_attempts: z.int().nonnegative().default(0),
});

/** Reads agent-data.json as SPIRE writes it. Throws STORAGE_CORRUPT, naming what is wrong. */
export function parseAgentData(text: string): AgentData {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw corrupt('it is not JSON', cause);
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw corrupt(z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const {
    svid,
    bundle,
    reattestable,
    bootstrap_use: use,
    bootstrap_start_time: startTime,
    connection_attempts: attempts,
    ...others
  } = parsed.data;
  return {
    svidDer: dersOf(svid, 'svid'),
    bundleDer: dersOf(bundle, 'bundle'),
    reattestable,
    bootstrap: { use, startTime, attempts },
    others,
  };
}

/** SPIRE's form: compact JSON, each certificate as base64 of a PEM text with one block. */
export function formatAgentData(data: AgentData): string {
  const { use, startTime, attempts } = data.bootstrap;
  return JSON.stringify({
    svid: pemsOf(data.svidDer),
    bundle: pemsOf(data.bundleDer),
    reattestable: data.reattestable,
    bootstrap_use: use,
    bootstrap_start_time: startTime,
    connection_attempts: attempts,
    ...data.others,
  });
}

function pemsOf(ders: readonly Uint8Array[]): string[] | null {
  if (ders.length === 0) return null;
  return ders.map((der) => Buffer.from(encodePem('CERTIFICATE', der)).toString('base64'));
}

function dersOf(items: readonly string[] | null | undefined, member: string): Uint8Array[] {
  try {
    return (items ?? []).flatMap((item) => certificatesFromPem(Buffer.from(item, 'base64')));
  } catch (cause) {
    throw corrupt(`"${member}" does not hold PEM certificates`, cause);
  }
}

function corrupt(what: string, cause?: unknown): SpiffeError {
  return new SpiffeError('STORAGE_CORRUPT', `malformed agent data: ${what}`, { cause });
}
