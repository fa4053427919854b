import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Agent, Page, PageRequest } from './records.ts';

/** What is stored in place of a token: its HMAC under one key of the pepper. */
export interface TokenDigest {
  readonly keyId: string;
  readonly hash: Uint8Array;
}

/** A digest to store, and the ID that its row is to have. */
export interface Rehash extends TokenDigest {
  readonly id: string;
}

/** What comparing a presented token with a stored digest found. */
export type TokenVerdict =
  | {
      readonly kind: 'good';
      /** The digest under today's key, and where the row is to be; absent when it has it already. */
      readonly rehash?: Rehash;
    }
  | { readonly kind: 'wrong' | 'unknown_key' };

/** A presented token, as the store needs it: it never sees the text. */
export interface PresentedToken {
  /** Where its row may be; several for a token that an operator chose. */
  readonly ids: readonly string[];
  /** Pure and synchronous: it runs within the transaction. */
  readonly check: (stored: TokenDigest) => TokenVerdict;
}

/** A `join` token admits one node, a `cluster` token as many as it says. */
export type BootstrapTokenKind = 'join' | 'cluster';

export interface BootstrapToken {
  /** Not secret: operators name the token by it. */
  readonly id: string;
  readonly kind: BootstrapTokenKind;
  readonly digest: TokenDigest;
  readonly expiresAtMs: number;
  readonly maxUses: number;
  readonly uses: number;
  readonly createdAtMs: number;
  /** 0 until it was used. */
  readonly lastUsedAtMs: number;
  /** 0 unless an operator withdrew it. */
  readonly revokedAtMs: number;
  readonly description: string;
  /** The enrolment profile that it was made for; empty for none. */
  readonly profile: string;
  /** Each node that it admits also gets this ID. */
  readonly aliasId?: SpiffeId;
}

export type NewBootstrapToken = Omit<BootstrapToken, 'uses' | 'lastUsedAtMs' | 'revokedAtMs'>;

/** A presented bootstrap token, and the ID of the alias entry if the token brings one. */
export interface BootstrapUse extends PresentedToken {
  readonly aliasEntryId: string;
}

/** Why a bootstrap token admits nobody; the node hears less. */
export type TokenRefusal =
  | 'token_unknown'
  | 'token_wrong'
  | 'token_key_unknown'
  | 'token_expired'
  | 'token_revoked'
  | 'token_used_up';

/** How many tokens that still count are stored under one key. */
export interface KeyUse {
  readonly keyId: string;
  readonly kind: BootstrapTokenKind | 'node';
  readonly count: number;
}

export interface TokenStore {
  /** False when a token with this ID exists. */
  create(token: NewBootstrapToken): Promise<boolean>;
  find(ids: readonly string[]): Promise<BootstrapToken | undefined>;
  list(page: PageRequest): Promise<Page<BootstrapToken>>;
  /** False when there is none; one that was revoked before stays as it is. */
  revoke(id: string, nowMs: number): Promise<boolean>;
  /** By key and kind; tokens that can admit nobody any more do not count. */
  countByKey(nowMs: number): Promise<readonly KeyUse[]>;
  /** Deletes all tokens under these keys; returns how many. */
  forgetKeys(keyIds: readonly string[]): Promise<number>;
  /** Deletes what expired before `nowMs`, node tokens too; returns how many. */
  prune(nowMs: number): Promise<number>;
}

/** To whom a node token was given; it ends as soon as one of these is another. */
export interface NodeBinding {
  readonly cluster: string;
  readonly nodeUid: string;
  readonly podUid: string;
  readonly profile: string;
  readonly profileVersion: number;
}

export interface NodeToken {
  readonly id: string;
  readonly agentId: SpiffeId;
  readonly digest: TokenDigest;
  readonly expiresAtMs: number;
  readonly binding: NodeBinding;
}

/**
 * What a token of this agent would be bound to at this moment; undefined when it is to have none.
 * Pure and synchronous.
 */
export type BindingOf = (agent: Agent) => NodeBinding | undefined;

/** What an agent sent, each part as JSON that was checked; absent parts stay as they are. */
export interface AgentReport {
  readonly heartbeat?: string;
  readonly evidence?: string;
  /** The newest last; the store keeps the last few. */
  readonly events?: readonly string[];
}

export interface StoredReport {
  readonly agentId: SpiffeId;
  /** 0 before the first one. */
  readonly heartbeatAtMs: number;
  readonly heartbeat: string;
  readonly evidenceAtMs: number;
  readonly evidence: string;
  readonly events: readonly string[];
  /** How many events there were in all. */
  readonly eventCount: number;
}

export type ReportOutcome =
  | { readonly kind: 'stored'; readonly agentId: SpiffeId }
  | {
      readonly kind: TokenRefusal | 'agent_banned' | 'binding_changed';
      /** Absent when the token is nobody's. */
      readonly agentId?: SpiffeId;
    };

export interface FleetStore {
  /** Gives an agent a node token in place of the one before. False when it is unknown or banned. */
  issue(token: NodeToken): Promise<boolean>;
  /**
   * Stores a report if the token is good: it is known, not expired, its agent is neither evicted nor
   * banned, and `bindingOf` gives what the token was bound to. All in one transaction.
   */
  report(
    token: PresentedToken,
    bindingOf: BindingOf,
    report: AgentReport,
    nowMs: number,
  ): Promise<ReportOutcome>;
  findReports(agentIds: readonly SpiffeId[]): Promise<readonly StoredReport[]>;
}

/** One version of a credential with which the server asks a cluster; never the credential itself. */
export interface ReviewerVersion {
  readonly cluster: string;
  /** The start of a hash of the file. */
  readonly version: string;
  readonly path: string;
  /** Since when it is the current one; 0 when it never was. */
  readonly currentSinceMs: number;
  /** Since when it is the previous one; 0 while it is current. */
  readonly previousSinceMs: number;
  /** 0 unless an operator retired it. */
  readonly retiredAtMs: number;
}

export interface ReviewerStore {
  list(): Promise<readonly ReviewerVersion[]>;
  find(cluster: string, version: string): Promise<ReviewerVersion | undefined>;
  /**
   * Makes a version the current one of its cluster; the one before becomes previous, and its path empty
   * until it is found at the other one.
   */
  makeCurrent(cluster: string, version: string, path: string, nowMs: number): Promise<void>;
  /** Remembers since when a version is previous, unless that is known; returns what is stored. */
  notePrevious(
    cluster: string,
    version: string,
    path: string,
    nowMs: number,
  ): Promise<ReviewerVersion>;
  /** Ends every previous version of a cluster; returns how many. */
  retire(cluster: string, nowMs: number): Promise<number>;
}
