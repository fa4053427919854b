import { Alarm } from '../../common/clock/alarm.ts';
import type { RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import {
  sameRelationship,
  type FederationRelationship,
} from '../../common/spiffe/federation-relationship.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { fetchFault, NoEndpointBundle } from './bundle-client.ts';
import { refreshDelayMs } from './refresh-schedule.ts';
import { sameBundle } from './same-bundle.ts';
import { Slots } from './slots.ts';

interface BundleRefresherOptions {
  /** Of the configuration; they win over stored ones with the same trust domain. */
  readonly configured: readonly FederationRelationship[];
  /** What the API made, as it is in memory now. */
  readonly stored: ReadonlyMap<TrustDomain, FederationRelationship>;
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  readonly client: {
    fetch(relationship: FederationRelationship, signal: AbortSignal): Promise<Bundle>;
  };
  readonly store: { set(bundle: Bundle, nowMs: number): Promise<void> };
  /** Brings `stored` and `bundles` up to date with the datastore. */
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: RandomUnit;
}

/** Keeps the bundles of federated trust domains as their endpoints have them. */
export class BundleRefresher {
  readonly #options: BundleRefresherOptions;
  readonly #managed = new Map<TrustDomain, Managed>();
  readonly #slots = new Slots(mostFetches);
  #signal: AbortSignal | undefined;

  constructor(options: BundleRefresherOptions) {
    this.#options = options;
  }

  /** Begins to fetch; every trust domain has a loop of its own until the signal. */
  run(signal: AbortSignal): void {
    this.#signal = signal;
    this.reconcile();
  }

  /**
   * Starts and stops loops to fit the relationships, which may have changed, and wakes those that
   * wait for the bundle of their endpoint.
   */
  reconcile(): void {
    if (this.#signal === undefined || this.#signal.aborted) return;
    const wanted = this.#relationships();
    for (const [trustDomain, managed] of this.#managed) {
      if (wanted.has(trustDomain)) continue;
      managed.ending.abort(new Error('trust domain is no longer managed'));
      this.#managed.delete(trustDomain);
      this.#options.log.info('Trust domain no longer managed', { trust_domain_id: trustDomain });
    }
    for (const relationship of wanted.values()) this.#manage(relationship);
    for (const managed of this.#managed.values()) {
      if (managed.lacksEndpointBundle) managed.alarm.ring();
    }
  }

  /** Fetches now. False when there is no relationship; throws when there is no bundle to be had. */
  async refresh(trustDomain: TrustDomain): Promise<boolean> {
    await this.#options.follower.catchUp();
    this.reconcile();
    const managed = this.#managed.get(trustDomain);
    if (managed === undefined) return false;
    await this.#update(managed);
    return true;
  }

  #relationships(): Map<TrustDomain, FederationRelationship> {
    const configured = this.#options.configured.map((one) => [one.trustDomain, one] as const);
    return new Map([...this.#options.stored, ...configured]);
  }

  #manage(relationship: FederationRelationship): void {
    const { clock, log } = this.#options;
    const fields = {
      trust_domain_id: relationship.trustDomain,
      bundle_endpoint_url: relationship.bundleEndpointUrl,
      bundle_endpoint_profile: relationship.bundleEndpointProfile.name,
    };
    const known = this.#managed.get(relationship.trustDomain);
    if (known !== undefined) {
      if (sameRelationship(known.relationship, relationship)) return;
      log.info('Updated configuration for managed trust domain', fields);
      known.relationship = relationship;
      known.alarm.ring();
      return;
    }
    log.info('Trust domain is now managed', fields);
    const managed = new Managed(relationship, new Alarm(clock));
    this.#managed.set(relationship.trustDomain, managed);
    this.#follow(managed);
  }

  #follow(managed: Managed): void {
    const { log, random } = this.#options;
    const { trustDomain } = managed.relationship;
    // Never undefined: only `run` leads here.
    const signal = AbortSignal.any([this.#signal ?? managed.ending.signal, managed.ending.signal]);
    runLoop(
      signal,
      (error) => log.error('Bundle refresh ended', { trust_domain_id: trustDomain, error }),
      async () => {
        while (!signal.aborted) {
          const failed = !(await this.#tryToUpdate(managed, signal));
          const bundle = this.#options.bundles.get(trustDomain);
          await managed.alarm.wait(refreshDelayMs({ failed, bundle }, random), signal);
        }
      },
    );
  }

  async #tryToUpdate(managed: Managed, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#slots.run(() => this.#update(managed));
      return true;
    } catch (error) {
      if (!signal.aborted) {
        const { trustDomain } = managed.relationship;
        this.#options.log.error('Error updating bundle', { trust_domain_id: trustDomain, error });
      }
      return false;
    }
  }

  /** One at a time for each trust domain: what was fetched first must not be stored last. */
  #update(managed: Managed): Promise<void> {
    const update = managed.last.then(() => this.#fetchAndStore(managed));
    managed.last = update.catch(() => undefined);
    return update;
  }

  async #fetchAndStore(managed: Managed): Promise<void> {
    const { relationship, ending } = managed;
    const fetched = await this.#fetch(managed, relationship);
    ending.signal.throwIfAborted();
    const { bundles, clock, follower, log, store } = this.#options;
    const { trustDomain } = relationship;
    const before = bundles.get(trustDomain);
    if (before !== undefined && sameBundle(before, fetched)) return;
    this.#warn(before, fetched);
    await store.set(fetched, clock.now());
    await follower.catchUp();
    log.info('Bundle refreshed', {
      trust_domain_id: trustDomain,
      sequence_number: fetched.sequenceNumber,
    });
  }

  async #fetch(managed: Managed, relationship: FederationRelationship): Promise<Bundle> {
    const signal = AbortSignal.any([this.#signal ?? managed.ending.signal, managed.ending.signal]);
    try {
      const bundle = await this.#options.client.fetch(relationship, signal);
      managed.lacksEndpointBundle = false;
      return bundle;
    } catch (error) {
      managed.lacksEndpointBundle = error instanceof NoEndpointBundle;
      throw error instanceof NoEndpointBundle ? error : fetchFault(error);
    }
  }

  #warn(before: Bundle | undefined, { trustDomain, ...fetched }: Bundle): void {
    const { log } = this.#options;
    const fields = { trust_domain_id: trustDomain, sequence_number: fetched.sequenceNumber };
    if (before !== undefined && fetched.sequenceNumber < before.sequenceNumber) {
      log.warn('The sequence number of a federated bundle went backwards', fields);
    }
    if (fetched.x509Authorities.length + fetched.jwtAuthorities.length === 0) {
      log.warn('A federated bundle has no keys: nobody of its trust domain is trusted', fields);
    }
  }
}

/** One trust domain whose bundle is kept. */
class Managed {
  relationship: FederationRelationship;
  readonly alarm: Alarm;
  readonly ending = new AbortController();
  lacksEndpointBundle = false;
  /** Settles, never rejects, with the last update. */
  last: Promise<unknown> = Promise.resolve();

  constructor(relationship: FederationRelationship, alarm: Alarm) {
    this.relationship = relationship;
    this.alarm = alarm;
  }
}

/** A partner that hangs holds one of them for 10 s. */
const mostFetches = 32;
