import { createHash } from 'node:crypto';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, hasCodeWithin, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ApiServer } from '../../common/kube/api-server.ts';
import type { LogFields, Logger } from '../../common/log/logger.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { Agent, AttestOutcome } from '../datastore/datastore.ts';
import { apiServerFinding } from './api-server.ts';
import { AudienceProbe } from './audience-probe.ts';
import { admitBootstrap } from './bootstrap.ts';
import { firstFinding, type Evidence } from './checks.ts';
import type { EnrolledCluster, EnrolledClusters } from './clusters.ts';
import { Decisions } from './decisions.ts';
import { auditOf, claimOf, evidenceOf, fieldsOf, type Passed, type Reading } from './claim.ts';
import { findActive } from './node-holders.ts';
import { digestText, isReady, missingFrom, type EnrollmentProfile } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';
import { EnrollmentRefusal } from './refusal.ts';
import { RefusalLimit } from './refusal-limit.ts';
import { RefusalMemory } from './refusal-memory.ts';

interface GateOptions {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly store: {
    findOnNode(cluster: string, nodeUid: string, nowMs: number): Promise<readonly Agent[]>;
  };
  /** Join tokens that were made for no profile are admitted whatever the profiles say. */
  readonly allowJoinTokens: boolean;
  /** How many attempts of a cluster may come to nothing, each second; 0 is no limit. */
  readonly refusalsPerSecond: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Admission {
  /** Undefined where no profile has a say. */
  readonly enrolled?: Passed;
  /** To be called once the agent is recorded: only then does it count, and is a fallback in the log. */
  readonly recorded: () => void;
}

/**
 * Applies enrolment profiles to attestations. It can only refuse: agent IDs and selectors are the node
 * attestor's. An attestation that passes costs the reads that the attestor does anyway; only where
 * another agent of the node is in the way is that one's pod read too.
 */
export class EnrollmentGate {
  readonly #options: GateOptions;
  readonly #refused: RefusalMemory;
  readonly #limit: RefusalLimit;
  readonly #probe: AudienceProbe;
  readonly #decisions: Decisions;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#refused = new RefusalMemory(options.clock);
    this.#limit = new RefusalLimit(options.refusalsPerSecond, options.clock);
    this.#probe = new AudienceProbe(options.clock);
    this.#decisions = new Decisions(options);
  }

  setClusters(clusters: readonly EnrolledCluster[]): void {
    this.#options.clusters.set(clusters);
  }

  /**
   * Begins an enrolment, before anything is asked of the cluster. Rejects with an EnrollmentRefusal when
   * the profile admits nobody now, or refused this very token a moment ago; also when it would be shown
   * to another API server than the bound one.
   */
  async open(cluster: string, token: string) {
    const { profile: name } = this.#options.clusters.get(cluster);
    const fields = { enrollment_profile: name, cluster };
    const profile = this.#inForce(name, cluster, fields);
    const key = keyOf(cluster, token, profile);
    const before = this.#refused.find(key);
    if (before !== undefined) throw this.#decisions.again(before);
    await this.#checkApiServer(cluster, profile, fields);
    return {
      run: <T>(attest: () => Promise<T>) => this.#limitedRun(cluster, fields, attest),
      check: async (reading: Reading, signal: AbortSignal): Promise<Passed> => {
        try {
          return await this.#check(cluster, profile, reading, signal);
        } catch (error) {
          if (error instanceof EnrollmentRefusal) this.#refused.remember(key, error);
          throw error;
        }
      },
    };
  }

  /**
   * Runs an attestation, which asks the API server, unless too many of its cluster came to nothing.
   * What fails counts, also what the far end broke off and what the API server did not answer: it was
   * asked all the same. What this server itself could not do is not held against its agents.
   */
  async #limitedRun<T>(cluster: string, fields: LogFields, attest: () => Promise<T>): Promise<T> {
    if (!this.#limit.begin(cluster)) throw this.#decisions.limited(cluster, fields);
    let counts = true;
    try {
      const result = await attest();
      counts = false;
      return result;
    } catch (error) {
      counts = !isStorageFault(error);
      throw error;
    } finally {
      this.#limit.end(cluster, counts);
    }
  }

  /** Judges what a node attestor admitted. Throws an EnrollmentRefusal. */
  admit(
    type: string,
    attestation: { readonly enrolled?: Passed; readonly bootstrapProfile?: string },
  ): Admission {
    const { enrolled, bootstrapProfile: named } = attestation;
    if (enrolled !== undefined) {
      return { enrolled, recorded: () => this.#decisions.accepted(enrolled.claim.profile) };
    }
    if (type !== 'join_token') return { recorded: () => undefined };
    const { profiles, clusters, allowJoinTokens } = this.#options;
    const admitted = admitBootstrap({ named, profiles, clusters, allowJoinTokens });
    if (admitted.kind === 'refused') {
      const { code, detail, profile } = admitted;
      throw this.#decisions.refusedUnasked(code, detail, { enrollment_profile: profile });
    }
    if (admitted.kind === 'unaffected') {
      const { fallbacks } = admitted;
      return { recorded: () => this.#noteFallbacks(fallbacks) };
    }
    const { claim, fallback } = admitted;
    const audit = { ...fieldsOf(claim), decision: fallback ? 'fallback' : 'accepted' };
    return {
      enrolled: { claim, audit },
      recorded: () =>
        fallback ? this.#decisions.fallback(audit) : this.#decisions.accepted(claim.profile),
    };
  }

  #noteFallbacks(profiles: readonly string[]): void {
    for (const profile of profiles) this.#decisions.fallback({ enrollment_profile: profile });
  }

  /**
   * An agent that is banned, or has no sound CSR, cost the API server as much as one that is refused. One
   * that could not be signed or written down did nothing wrong.
   */
  notAdmitted({ claim }: Passed, error: unknown): void {
    if (claim.podUid === '' || isStorageFault(error)) return;
    if (hasCode(error, 'UNAVAILABLE', 'INTERNAL')) return;
    this.#limit.spend(claim.cluster);
  }

  /** Why the datastore did not record an agent that passed; undefined when it did. */
  refusal(outcome: AttestOutcome, { claim, audit }: Passed): SpiffeError | undefined {
    if (outcome === 'profile_changed') {
      return new SpiffeError('UNAVAILABLE', 'enrolment is not possible now: it changed meanwhile');
    }
    if (outcome === 'node_taken') {
      return this.#decisions.refused(
        'ENR_NODE_OCCUPIED',
        'another pod attested at the same time',
        audit,
      );
    }
    if (outcome === 'token_replayed') {
      return this.#decisions.refused('ENR_TOKEN_REPLAYED', claim.use?.credentialId ?? '', audit);
    }
    if (outcome === 'token_before_restore') {
      return this.#decisions.refused(
        'ENR_TOKEN_BEFORE_RESTORE',
        claim.use?.credentialId ?? '',
        audit,
      );
    }
    return undefined;
  }

  async #check(
    cluster: string,
    profile: EnrollmentProfile,
    reading: Reading,
    signal: AbortSignal,
  ): Promise<Passed> {
    const evidence = evidenceOf(reading);
    const fields = auditOf(cluster, profile, evidence);
    // Once more: the credentials may have been replaced while the cluster was read.
    await this.#checkApiServer(cluster, profile, fields);
    const finding = firstFinding(evidence, profile);
    if (finding !== undefined) throw this.#decisions.refused(finding.code, finding.detail, fields);
    const displaces = await this.#displaced(cluster, evidence, fields, signal);
    const nowMs = this.#options.clock.now();
    const claim = claimOf(cluster, profile, evidence, displaces, { ...reading, nowMs });
    if (claim === 'unreadable') {
      const detail = 'the token has an ID, and no time of issue and expiry that can be read';
      throw this.#decisions.refused('ENR_TOKEN_UNREADABLE', detail, fields);
    }
    await this.#probeAudience(profile, reading, fields);
    return { claim, audit: { ...fields, decision: 'accepted' } };
  }

  #inForce(name: string, cluster: string, fields: LogFields): EnrollmentProfile {
    const { profiles } = this.#options;
    const profile = profiles.bound(name);
    const versions = profiles.versionsOf(name);
    if (profile === undefined) {
      if (versions.length === 0)
        throw this.#decisions.refusedUnasked('ENR_PROFILE_UNKNOWN', name, fields);
      const staged = profiles.staged(name);
      if (staged === undefined)
        throw this.#decisions.refusedUnasked('ENR_PROFILE_RETIRED', name, fields);
      throw this.#decisions.refusedUnasked(
        'ENR_PROFILE_NOT_READY',
        `version ${staged.version} is staged`,
        fields,
      );
    }
    if (!isReady(profile, versions)) {
      const missing = missingFrom(profile, versions).join(', ');
      throw this.#decisions.refusedUnasked('ENR_PROFILE_NOT_READY', `missing: ${missing}`, fields);
    }
    const { spec } = profile;
    if (spec.cluster !== cluster) {
      throw this.#decisions.refusedUnasked(
        'ENR_CLUSTER_MISMATCH',
        `the profile is for ${spec.cluster}`,
        fields,
      );
    }
    if (spec.mode !== 'kubernetes_token_review') {
      throw this.#decisions.refusedUnasked('ENR_MODE_MISMATCH', `its mode is ${spec.mode}`, fields);
    }
    return profile;
  }

  async #checkApiServer(
    cluster: string,
    profile: EnrollmentProfile,
    fields: LogFields,
  ): Promise<void> {
    if (profile.apiServer === '') return;
    const servers = await this.#apiServersOf(cluster);
    const finding = apiServerFinding(profile, servers);
    if (finding !== undefined)
      throw this.#decisions.refusedUnasked(finding.code, finding.detail, fields);
  }

  async #apiServersOf(cluster: string): Promise<readonly ApiServer[]> {
    try {
      return await this.#options.clusters.get(cluster).apiServers();
    } catch (cause) {
      const text = `enrolment is not possible now: no credentials for cluster ${JSON.stringify(cluster)}`;
      throw new SpiffeError('UNAVAILABLE', text, { cause });
    }
  }

  /** The identities of other pods of the node that are over. Throws when one is not. */
  async #displaced(
    cluster: string,
    { review, node }: Evidence,
    fields: LogFields,
    signal: AbortSignal,
  ): Promise<readonly Agent[]> {
    const { store, clusters, clock } = this.#options;
    const onNode = await store.findOnNode(cluster, node.uid, clock.now());
    const others = onNode.filter(({ enrollment }) => enrollment?.podUid !== review.podUid);
    if (others.length === 0) return [];
    const active = await findActive(clusters.get(cluster).api, others, signal);
    if (active === undefined) return others;
    const { podNamespace, podName, podUid } = active;
    const detail = `pod ${podNamespace}/${podName} (${podUid}) is active on this node`;
    throw this.#decisions.refused('ENR_NODE_OCCUPIED', detail, fields);
  }

  async #probeAudience(
    profile: EnrollmentProfile,
    { isApiToken }: Reading,
    fields: LogFields,
  ): Promise<void> {
    const key = `${profile.name}@${profile.version}`;
    if (!(await this.#probe.isApiAudience(key, () => isApiToken(untilDone)))) return;
    const detail = `audience ${JSON.stringify(profile.spec.audience)} is one of the API server`;
    throw this.#decisions.refused('ENR_AUDIENCE_NOT_SEPARATE', detail, fields);
  }
}

/** Another one as soon as the profile changes, so that a refusal never outlives its reason. */
function keyOf(cluster: string, token: string, profile: EnrollmentProfile): string {
  const hash = createHash('sha256').update(token).digest('base64');
  const { name, version, digests } = profile;
  return `${cluster} ${name} ${version} ${digests.map(digestText).join(',')} ${hash}`;
}

/** The datastore was the reason. */
function isStorageFault(error: unknown): boolean {
  return hasCodeWithin(error, 'STORAGE_UNAVAILABLE', 'STORAGE_FAILED');
}

/** Others wait for the same answer, so no agent that goes away ends a probe; the call has its time-out. */
const untilDone = new AbortController().signal;
