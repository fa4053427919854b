import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { boundedLog } from '../../common/log/bounded-log.ts';
import type { LogFields, Logger } from '../../common/log/logger.ts';
import { canonicalSelectors } from '../../common/spiffe/selector.ts';
import { pathOf, serverIdOf, trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCsr } from '../../common/x509/csr.ts';
import type { AttestationRecord, AttestOutcome, TokenHash } from '../datastore/datastore.ts';
import type { BootstrapUse } from '../datastore/token-store.ts';
import { EnrollmentRefusal } from '../enrollment/refusal.ts';
import type {
  Challenge,
  Enrolled,
  NodeAddress,
  NodeAttestation,
  NodeAttestor,
} from './node-attestor.ts';

export interface AgentSvid {
  readonly spiffeId: SpiffeId;
  /** Leaf first. */
  readonly chainDer: readonly Uint8Array[];
  readonly notAfterMs: number;
  readonly serialNumber: string;
}

/** Signs the X509-SVID of an agent; server/ca does. */
export interface AgentSigner {
  signAgentX509Svid(spiffeId: SpiffeId, publicKeyDer: Uint8Array): Promise<AgentSvid>;
}

interface AttestationStore {
  find(id: SpiffeId): Promise<{ readonly serialNumber: string } | undefined>;
  attest(record: AttestationRecord, nowMs: number): Promise<AttestOutcome>;
  consumeTokenAndAttest(
    token: TokenHash,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome>;
  useTokenAndAttest(
    token: BootstrapUse,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome>;
}

/** The enrolment profiles' part in it; server/enrollment plays it. */
interface AttestationGate {
  /**
   * Throws when no agent may come this way. Nothing is enrolled where no profile has a say; `recorded` is
   * called once there is an agent.
   */
  admit(
    type: string,
    attestation: NodeAttestation,
  ): { readonly enrolled?: Enrolled; readonly recorded: () => void };
  /** Told when one that was let in did not become an agent after all. */
  notAdmitted(enrolled: Enrolled, error: unknown): void;
  /** Why the datastore did not record an enrolled agent. */
  refusal(outcome: AttestOutcome, enrolled: Enrolled): SpiffeError | undefined;
}

interface AttestationOptions {
  readonly trustDomain: TrustDomain;
  readonly attestors: ReadonlyMap<string, NodeAttestor>;
  readonly store: AttestationStore;
  readonly signer: AgentSigner;
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
  /** Adds `spiffe_id:<agent ID>` to the node's selectors. */
  readonly agentSpiffeIdAsSelector: boolean;
  readonly gate?: AttestationGate;
}

export interface AttestationRequest extends NodeAddress {
  readonly type: string;
  readonly payload: Uint8Array;
  readonly csrDer: Uint8Array;
}

export interface Attested {
  readonly svid: AgentSvid;
  readonly reattestable: boolean;
  /** By which profile it was enrolled. */
  readonly audit: LogFields;
}

/**
 * Admits nodes as agents. Nothing is stored and no token is used up before the X509-SVID is signed;
 * then the token, the agent and its selectors change together.
 */
export class Attestation {
  readonly #options: AttestationOptions;
  /** For what strangers cause. */
  readonly #boundedLog: Logger;

  constructor(options: AttestationOptions) {
    this.#options = options;
    this.#boundedLog = boundedLog(options.log, options.clock);
  }

  async attest(
    request: AttestationRequest,
    challenge: Challenge,
    signal: AbortSignal,
  ): Promise<Attested> {
    try {
      return await this.#attest(request, challenge, signal);
    } catch (error) {
      // The gate wrote why it refused; of one who went away there is nothing to say.
      const isWritten = error instanceof EnrollmentRefusal || signal.aborted;
      if (!isWritten) this.#boundedLog.warn('Agent attestation failed', failureOf(request, error));
      throw error;
    }
  }

  async #attest(
    request: AttestationRequest,
    challenge: Challenge,
    signal: AbortSignal,
  ): Promise<Attested> {
    const { type, payload, csrDer } = request;
    const attestor = this.#attestorFor(type);
    const attestation = await attestor.attest(payload, challenge, signal, request);
    const { agentId } = attestation;
    this.#checkAgentId(agentId, type);
    const admission = this.#options.gate?.admit(type, attestation);
    const enrolled = admission?.enrolled;
    const svid = await this.#admit(type, attestation, csrDer, enrolled).catch((error: unknown) => {
      if (enrolled !== undefined) this.#options.gate?.notAdmitted(enrolled, error);
      throw error;
    });
    admission?.recorded();
    await this.#options.follower.catchUp();
    this.#options.log.info('Agent attestation request completed', {
      attestor: type,
      agent_id: agentId,
      ...enrolled?.audit,
    });
    return { svid, reattestable: attestation.canReattest, audit: enrolled?.audit ?? {} };
  }

  async #admit(
    type: string,
    attestation: NodeAttestation,
    csrDer: Uint8Array,
    enrolled: Enrolled | undefined,
  ): Promise<AgentSvid> {
    const { agentId } = attestation;
    const known = await this.#options.store.find(agentId);
    if (known?.serialNumber === '') throw banned();
    const svid = await this.#options.signer.signAgentX509Svid(agentId, provenKey(csrDer));
    await this.#record(type, attestation, svid, enrolled);
    return svid;
  }

  #attestorFor(type: string): NodeAttestor {
    const attestor = this.#options.attestors.get(type);
    if (attestor !== undefined) return attestor;
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `error getting node attestor: could not find node attestor type ${JSON.stringify(type.slice(0, 64))}`,
    );
  }

  #checkAgentId(agentId: SpiffeId, type: string): void {
    const { trustDomain, log } = this.#options;
    if (agentId === serverIdOf(trustDomain)) {
      throw new SpiffeError('INTERNAL', 'agent ID cannot collide with the server ID');
    }
    if (trustDomainOf(agentId) !== trustDomain) {
      throw new SpiffeError('INTERNAL', 'invalid agent ID: it is in another trust domain');
    }
    if (!pathOf(agentId).startsWith(`/spire/agent/${type}/`)) {
      log.warn('The node attestor produced an agent ID outside its own part of the namespace', {
        agent_id: agentId,
        attestor: type,
      });
    }
  }

  async #record(
    type: string,
    attestation: NodeAttestation,
    svid: AgentSvid,
    enrolled: Enrolled | undefined,
  ): Promise<void> {
    const record = {
      spiffeId: attestation.agentId,
      attestationType: type,
      serialNumber: svid.serialNumber,
      expiresAtMs: svid.notAfterMs,
      canReattest: attestation.canReattest,
      selectors: this.#selectorsOf(attestation),
      ...(enrolled && { enrollment: enrolled.claim }),
    };
    const outcome = await this.#store(attestation, record);
    if (outcome === 'banned') throw banned();
    if (outcome === 'token_expired') throw expiredToken();
    if (tokenRefusals.has(outcome)) throw unknownToken();
    const refusal = enrolled && this.#options.gate?.refusal(outcome, enrolled);
    if (refusal !== undefined) throw refusal;
  }

  #store({ tokenHash, tokenUse }: NodeAttestation, record: AttestationRecord) {
    const { store, clock } = this.#options;
    if (tokenUse !== undefined) return store.useTokenAndAttest(tokenUse, record, clock.now());
    if (tokenHash === undefined) return store.attest(record, clock.now());
    return store.consumeTokenAndAttest(tokenHash, record, clock.now());
  }

  #selectorsOf({ agentId, selectors }: NodeAttestation) {
    const own = { type: 'spiffe_id', value: agentId };
    return canonicalSelectors(
      this.#options.agentSpiffeIdAsSelector ? [...selectors, own] : selectors,
    );
  }
}

function failureOf({ type, address }: AttestationRequest, error: unknown): LogFields {
  return { attestor: type.slice(0, 64), error, ...(address !== undefined && { address }) };
}

/** SPIRE 1.15: the text for a token that is unknown, also because it was used. */
export function unknownToken(): SpiffeError {
  return new SpiffeError(
    'JOIN_TOKEN_INVALID',
    'failed to attest: join token does not exist or has already been used',
  );
}

export function expiredToken(): SpiffeError {
  return new SpiffeError('JOIN_TOKEN_INVALID', 'join token expired');
}

/** The public key of a CSR whose sender proved to hold the private one. Throws CSR_INVALID. */
export function provenKey(csrDer: Uint8Array): Uint8Array {
  try {
    const csr = parseCsr(csrDer);
    csr.verifySignature();
    return csr.publicKeyDer;
  } catch (cause) {
    throw new SpiffeError('CSR_INVALID', `failed to parse CSR: ${messageOf(cause)}`, { cause });
  }
}

/** Why a token admits nobody but for its age; the node is not told which it was. */
const tokenRefusals: ReadonlySet<AttestOutcome> = new Set([
  'token_unknown',
  'token_wrong',
  'token_key_unknown',
  'token_revoked',
  'token_used_up',
]);

function banned(): SpiffeError {
  return new SpiffeError('PERMISSION_DENIED', 'failed to attest: agent is banned');
}
