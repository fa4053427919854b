import type { Bundle, JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { EnrollmentClaim, EnrollmentProfile } from '../enrollment/profile.ts';
import type { Agent, Page, PageRequest } from './records.ts';
import type {
  BootstrapUse,
  FleetStore,
  ReviewerStore,
  TokenRefusal,
  TokenStore,
} from './token-store.ts';

export type { Agent, Page, PageRequest } from './records.ts';

/**
 * What the server keeps. Every method is one whole operation in one transaction, so that none crosses
 * an await outside the store. All of them throw STORAGE_FAILED when the database fails, and
 * STORAGE_UNAVAILABLE when it is away, busy or full, and trying again may help. Writers are
 * told apart by durability: token use, the CA journal, evictions and bans are on the disk when the
 * promise resolves; the rest survives the death of the process, not that of the machine.
 */
export interface Datastore {
  readonly entries: EntryStore;
  readonly agents: AgentStore;
  readonly bundles: BundleStore;
  readonly federation: FederationStore;
  readonly journals: JournalStore;
  readonly enrollment: EnrollmentStore;
  readonly changes: ChangeLog;
  readonly tokens: TokenStore;
  readonly fleet: FleetStore;
  readonly reviewers: ReviewerStore;
  close(): Promise<void>;
}

/** How a set of wanted values is compared with a stored set; the words of SPIRE's API. */
export type MatchBehavior = 'exact' | 'subset' | 'superset' | 'any';

export interface SetFilter<T> {
  readonly match: MatchBehavior;
  readonly values: readonly T[];
}

/** All present members must hold. */
export interface EntryFilter {
  readonly spiffeId?: SpiffeId;
  readonly parentId?: SpiffeId;
  readonly hint?: string;
  readonly downstream?: boolean;
  readonly selectors?: SetFilter<Selector>;
  readonly federatesWith?: SetFilter<TrustDomain>;
}

/** An entry before the store gave it a time of creation and a revision. */
export type NewEntry = Omit<RegistrationEntry, 'createdAtMs' | 'revisionNumber'>;

export type CreateOutcome =
  | { readonly kind: 'created'; readonly entry: RegistrationEntry }
  /** An entry with the same SPIFFE ID, parent ID and selectors, or the same ID, is stored already. */
  | { readonly kind: 'similar' | 'id_taken'; readonly entry: RegistrationEntry }
  /** A trust domain it federates with has no stored bundle. */
  | { readonly kind: 'no_bundle'; readonly trustDomain: TrustDomain };

export type UpdateOutcome =
  | { readonly kind: 'updated'; readonly entry: RegistrationEntry }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'no_bundle'; readonly trustDomain: TrustDomain };

export interface EntryUpdate {
  readonly id: string;
  /** Pure and synchronous; it may throw, which refuses this update and leaves the others alone. */
  readonly change: (stored: RegistrationEntry) => RegistrationEntry;
}

export interface EntryStore {
  /** The outcomes are in the order of the entries; each entry is created as a whole or not at all. */
  create(entries: readonly NewEntry[], nowMs: number): Promise<readonly CreateOutcome[]>;
  /** Raises the revision number of each updated entry by one, also when nothing else changed. */
  update(updates: readonly EntryUpdate[], nowMs: number): Promise<readonly UpdateOutcome[]>;
  /** True where the entry existed. */
  delete(ids: readonly string[], nowMs: number): Promise<readonly boolean[]>;
  find(id: string): Promise<RegistrationEntry | undefined>;
  findAll(ids: readonly string[]): Promise<readonly RegistrationEntry[]>;
  /** Throws INVALID_ARGUMENT for a token that no earlier page gave. */
  list(filter: EntryFilter, page: PageRequest): Promise<Page<RegistrationEntry>>;
  count(filter: EntryFilter): Promise<number>;
  /** Deletes at most `limit` entries that expired before `nowMs`; returns them. */
  prune(nowMs: number, limit: number): Promise<readonly RegistrationEntry[]>;
}

export interface AgentFilter {
  readonly attestationType?: string;
  readonly banned?: boolean;
  readonly canReattest?: boolean;
  readonly expiresBeforeMs?: number;
  readonly selectors?: SetFilter<Selector>;
}

export interface AttestationRecord {
  readonly spiffeId: SpiffeId;
  readonly attestationType: string;
  readonly serialNumber: string;
  readonly expiresAtMs: number;
  readonly canReattest: boolean;
  readonly selectors: readonly Selector[];
  /** The enrolment profile that admits it; an agent without one is recorded as admitted by none. */
  readonly enrollment?: EnrollmentClaim;
}

/** SHA-256 of a join token; the token itself is never stored. */
export type TokenHash = Uint8Array;

export interface JoinToken {
  readonly hash: TokenHash;
  readonly expiresAtMs: number;
  /**
   * An entry that gives the node a second ID. It is made when the token is used, and not before: its
   * parent ID contains the token.
   */
  readonly alias?: { readonly entryId: string; readonly spiffeId: SpiffeId };
}

export type AttestOutcome =
  | 'attested'
  | 'banned'
  | TokenRefusal
  /** The version of the enrolment profile is not in force any more. */
  | 'profile_changed'
  /** Another pod of the node has an identity that was not seen to be over. */
  | 'node_taken'
  /** The token made another agent before, and the profile has a replay limit. */
  | 'token_replayed'
  /** The same for a token whose use a restored database may not know of. */
  | 'token_before_restore';

export interface AgentStore {
  /** Creates or renews an agent and replaces its selectors. The attestation type of a known agent is kept. */
  attest(record: AttestationRecord, nowMs: number): Promise<AttestOutcome>;
  /** Uses up a join token, records the agent and creates the alias, all or nothing. */
  consumeTokenAndAttest(
    token: TokenHash,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome>;
  /** As `consumeTokenAndAttest`, with a token that is stored under the pepper. */
  useTokenAndAttest(
    token: BootstrapUse,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome>;
  /** False when such a token exists. */
  createJoinToken(token: JoinToken): Promise<boolean>;
  findJoinToken(hash: TokenHash): Promise<JoinToken | undefined>;
  /** Returns how many tokens were deleted. */
  pruneJoinTokens(nowMs: number): Promise<number>;

  find(id: SpiffeId): Promise<Agent | undefined>;
  findAll(ids: readonly SpiffeId[]): Promise<readonly Agent[]>;
  list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>>;
  count(filter: AgentFilter): Promise<number>;
  /** Remembers a renewed X509-SVID next to the one in use. False when the agent is unknown or banned. */
  setRenewal(
    id: SpiffeId,
    serialNumber: string,
    expiresAtMs: number,
    nowMs: number,
  ): Promise<boolean>;
  /** Makes the renewed X509-SVID with this serial number the one in use. False when it is not known. */
  promote(id: SpiffeId, serialNumber: string, nowMs: number): Promise<boolean>;
  setVersion(id: SpiffeId, version: string, nowMs: number): Promise<boolean>;
  /** Forgets the agent, and the alias entry that came with its join token. */
  delete(id: SpiffeId, nowMs: number): Promise<boolean>;
  /** Empties both serial numbers. */
  ban(id: SpiffeId, nowMs: number): Promise<boolean>;
  /** Deletes at most `limit` agents, never banned ones, that expired before `expiredBeforeMs`. */
  prune(options: AgentPruning, nowMs: number): Promise<readonly SpiffeId[]>;
}

export interface AgentPruning {
  readonly expiredBeforeMs: number;
  /** Also agents that cannot attest again by themselves. */
  readonly includeTofu: boolean;
  readonly limit: number;
}

/** Which parts of a stored bundle an update replaces. */
export type BundleParts = Partial<Omit<Bundle, 'trustDomain'>>;

export type BundleDeleteMode = 'restrict' | 'dissociate' | 'delete';
export type BundleDeleteOutcome =
  | { readonly kind: 'deleted' | 'not_found' }
  | { readonly kind: 'in_use'; readonly entries: number };

export interface BundleStore {
  find(trustDomain: TrustDomain): Promise<Bundle | undefined>;
  list(page: PageRequest): Promise<Page<Bundle>>;
  count(): Promise<number>;
  /** False when the trust domain has a bundle. */
  create(bundle: Bundle, nowMs: number): Promise<boolean>;
  /** Creates or replaces. */
  set(bundle: Bundle, nowMs: number): Promise<void>;
  /** The updated bundle, or undefined when there is none. */
  update(trustDomain: TrustDomain, parts: BundleParts, nowMs: number): Promise<Bundle | undefined>;
  delete(
    trustDomain: TrustDomain,
    mode: BundleDeleteMode,
    nowMs: number,
  ): Promise<BundleDeleteOutcome>;
  /**
   * Reads, changes and writes a bundle in one transaction. `change` is pure and synchronous, gets an
   * empty bundle when there is none, and returns undefined to leave it; otherwise the sequence number
   * grows by one. Returns what is stored afterwards.
   */
  change(
    trustDomain: TrustDomain,
    change: (stored: Bundle) => BundleAuthorities | undefined,
    nowMs: number,
  ): Promise<Bundle>;
}

export interface BundleAuthorities {
  readonly x509Authorities: readonly X509Authority[];
  readonly jwtAuthorities: readonly JwtAuthority[];
}

/** Which parts of a stored relationship an update replaces. */
export type RelationshipParts = Partial<Omit<FederationRelationship, 'trustDomain'>>;

/** Federation relationships that were made over the API; those of the configuration are not stored. */
export interface FederationStore {
  find(trustDomain: TrustDomain): Promise<FederationRelationship | undefined>;
  list(page: PageRequest): Promise<Page<FederationRelationship>>;
  /** False, and nothing is stored, when there is a relationship. The bundle, if any, is set with it. */
  create(
    relationship: FederationRelationship,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<boolean>;
  /** The updated relationship, or undefined when there is none. The bundle, if any, is set with it. */
  update(
    trustDomain: TrustDomain,
    parts: RelationshipParts,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<FederationRelationship | undefined>;
  /** True when it existed. The bundle of the trust domain stays. */
  delete(trustDomain: TrustDomain, nowMs: number): Promise<boolean>;
}

/** The journal of one server's authorities; the content belongs to server/ca. */
export interface JournalStore {
  findByActiveAuthority(authorityId: string): Promise<StoredJournal | undefined>;
  /** Creates a row when `id` is undefined; returns the row's id. */
  save(
    id: number | undefined,
    activeAuthorityId: string,
    data: Uint8Array,
    nowMs: number,
  ): Promise<number>;
  list(page: PageRequest): Promise<Page<StoredJournal>>;
  /** Deletes journals that no server wrote to since `beforeMs`; returns how many. */
  prune(beforeMs: number): Promise<number>;
}

export interface StoredJournal {
  readonly id: number;
  readonly activeAuthorityId: string;
  readonly data: Uint8Array;
}

/** Enrolment profiles, all versions of them, and the tokens that a replay limit remembers. */
export interface EnrollmentStore {
  /** All versions, oldest first. */
  find(name: string): Promise<readonly EnrollmentProfile[]>;
  list(page: PageRequest): Promise<Page<EnrollmentProfile>>;
  /**
   * Reads all versions of a profile, decides and writes in one transaction. `decide` is pure and
   * synchronous, and may throw; what it returns is written in that order. Rows that exist keep what
   * the database guards: a version in force can get digests, lose none, and change its state only.
   */
  change(
    name: string,
    decide: (stored: readonly EnrollmentProfile[]) => readonly EnrollmentProfile[],
    nowMs: number,
  ): Promise<void>;
  /** Agents with an unexpired X509-SVID that were enrolled on this node. */
  findOnNode(cluster: string, nodeUid: string, nowMs: number): Promise<readonly Agent[]>;
  /** Forgets tokens that expired; returns how many. */
  pruneUses(nowMs: number): Promise<number>;
}

export type ChangeKind = 'entry' | 'agent' | 'bundle' | 'federation' | 'enrollment';

/** Something was created, changed or deleted; which one is seen by reading it. */
export interface Change {
  /** Grows with every change, in the order in which changes became visible. */
  readonly revision: number;
  readonly kind: ChangeKind;
  /** Entry ID, agent SPIFFE ID, trust domain name or profile name. */
  readonly key: string;
}

export interface ChangeLog {
  /** The newest revision; 0 for a new database. */
  revision(): Promise<number>;
  /** Undefined when changes after `revision` were pruned, so that the follower must read everything. */
  since(revision: number, limit: number): Promise<readonly Change[] | undefined>;
  /** Calls `listener` after changes became visible; returns how to stop. Changes of other servers may come late. */
  subscribe(listener: () => void): () => void;
  prune(beforeMs: number): Promise<number>;
}
