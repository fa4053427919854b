import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Call, Init } from '../../../common/rpc/contract.ts';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { parseCsr, type Csr } from '../../../common/x509/csr.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { AuditLog } from '../../authorization/audit.ts';
import { okStatus, statusOf } from '../messages/statuses.ts';
import { x509SvidMessage } from '../messages/svids.ts';

type Params = spire.api.server.svid.v1.NewX509SVIDParams;
type Result = Init<spire.api.server.svid.v1.BatchNewX509SVIDResponse.Result>;

/** What the CA is asked to sign. */
export interface X509SvidRequest {
  readonly spiffeId: SpiffeId;
  readonly publicKeyDer: Uint8Array;
  readonly ttlMs: number;
  readonly dnsNames?: readonly string[];
  /** In place of the usual subject. */
  readonly subjectDer?: Uint8Array;
}

export interface SignedSvid {
  readonly spiffeId: SpiffeId;
  readonly chainDer: readonly Uint8Array[];
  readonly notAfterMs: number;
}

type SigningOutcome =
  | { readonly ok: true; readonly svid: SignedSvid }
  | { readonly ok: false; readonly error: SpiffeError };

/** Entries by ID. */
interface EntriesById {
  get(id: string): RegistrationEntry | undefined;
}

export interface BatchSigner {
  /** The outcomes are in the order of the batch. */
  signX509Svids(batch: readonly X509SvidRequest[]): Promise<readonly SigningOutcome[]>;
}

export interface WorkloadSvidsOptions {
  readonly signer: BatchSigner;
  /** The entries an agent may serve. */
  readonly authorizedFor: (agentId: SpiffeId) => EntriesById;
  readonly defaultTtlMs: number;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/** Signs the workload X509-SVIDs that an agent asks for, one result for each, in order. */
export class WorkloadSvids {
  readonly #options: WorkloadSvidsOptions;

  constructor(options: WorkloadSvidsOptions) {
    this.#options = options;
  }

  async sign(agentId: SpiffeId, params: readonly Params[], call: Call): Promise<Result[]> {
    const entries = this.#options.authorizedFor(agentId);
    const checked = await this.#checkAll(params, entries);
    const requests = checked.filter(isRequest);
    const signed = (await this.#options.signer.signX509Svids(requests)).values();
    return checked.map((item, at) => {
      const error = item instanceof SpiffeError ? item : undefined;
      const result = error === undefined ? resultOf(signed.next().value) : error;
      this.#audit(call, params[at], result);
      if (result instanceof SpiffeError) return { status: statusOf(result) };
      return { status: okStatus, svid: x509SvidMessage(result) };
    });
  }

  /**
   * Signatures are verified on the thread pool, some at a time; reading 500 requests takes some 10 ms, so
   * the event loop gets its turn in between.
   */
  async #checkAll(
    params: readonly Params[],
    entries: EntriesById,
  ): Promise<(X509SvidRequest | SpiffeError)[]> {
    const { clock } = this.#options;
    const checked: (X509SvidRequest | SpiffeError)[] = [];
    const queue = params.entries();
    let sliceEndMs = clock.monotonic() + sliceMs;
    const lane = async () => {
      for (const [at, param] of queue) {
        if (clock.monotonic() >= sliceEndMs) {
          await nextTurn();
          sliceEndMs = clock.monotonic() + sliceMs;
        }
        checked[at] = await this.#check(param, entries);
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, params.length) }, lane));
    return checked;
  }

  async #check(
    { entry_id: id, csr: der }: Params,
    entries: EntriesById,
  ): Promise<X509SvidRequest | SpiffeError> {
    if (id === '') return new SpiffeError('INVALID_ARGUMENT', 'missing entry ID');
    if (der.length === 0) return new SpiffeError('INVALID_ARGUMENT', 'missing CSR');
    const entry = entries.get(id);
    if (entry === undefined) {
      return new SpiffeError('NOT_FOUND', 'entry not found or not authorized');
    }
    const csr = await readCsr(der, 'invalid CSR signature');
    if (csr instanceof SpiffeError) return csr;
    return {
      spiffeId: entry.spiffeId,
      publicKeyDer: csr.publicKeyDer,
      ttlMs: entry.x509SvidTtlSeconds * 1000 || this.#options.defaultTtlMs,
      dnsNames: entry.dnsNames,
    };
  }

  #audit(call: Call, param: Params | undefined, result: SignedSvid | SpiffeError): void {
    const fields = {
      entry_id: param?.entry_id,
      csr: createHash('sha256')
        .update(param?.csr ?? '')
        .digest('hex'),
    };
    if (result instanceof SpiffeError) this.#options.audit.addItem(call, { fields, error: result });
    else {
      const { spiffeId, notAfterMs } = result;
      const more = { spiffe_id: spiffeId, expires_at: Math.floor(notAfterMs / 1000) };
      this.#options.audit.addItem(call, { fields: { ...fields, ...more } });
    }
  }
}

function isRequest(item: X509SvidRequest | SpiffeError): item is X509SvidRequest {
  return !(item instanceof SpiffeError);
}

/** A CSR whose sender proved to hold the key; `unproven` begins the text when it did not. */
export async function readCsr(der: Uint8Array, unproven: string): Promise<Csr | SpiffeError> {
  let csr: Csr;
  try {
    // The parsed request outlives the message, whose bytes are a view.
    csr = parseCsr(Uint8Array.from(der));
  } catch (cause) {
    return new SpiffeError('CSR_INVALID', `malformed CSR: ${messageOf(cause)}`, { cause });
  }
  try {
    await csr.verifySignatureAsync();
    return csr;
  } catch (cause) {
    return new SpiffeError('CSR_INVALID', `${unproven}: ${messageOf(cause)}`, { cause });
  }
}

function resultOf(outcome: SigningOutcome | undefined): SignedSvid | SpiffeError {
  if (outcome?.ok === true) return outcome.svid;
  const cause = outcome?.error;
  const text = `failed to sign X509-SVID${cause === undefined ? '' : `: ${cause.message}`}`;
  return new SpiffeError(cause?.code ?? 'INTERNAL', text, { cause });
}

const sliceMs = 5;
/** Of one call; more would not make the pool faster. */
const lanes = 8;
