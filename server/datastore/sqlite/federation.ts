import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../../common/spiffe/federation-relationship.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { allOf } from '../conditions.ts';
import type { FederationStore, Page, PageRequest, RelationshipParts } from '../datastore.ts';
import { parseRelationshipRow, relationshipColumns } from '../rows.ts';
import type { SqliteBundles } from './bundles.ts';
import type { SqliteChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import { readPage } from './paging.ts';

/** Federation relationships in SQLite; durable as bundles are, which come with them. */
export class SqliteFederation implements FederationStore {
  readonly #connection: Connection;
  readonly #changes: SqliteChanges;
  readonly #bundles: SqliteBundles;

  constructor(connection: Connection, changes: SqliteChanges, bundles: SqliteBundles) {
    this.#connection = connection;
    this.#changes = changes;
    this.#bundles = bundles;
  }

  async find(trustDomain: TrustDomain): Promise<FederationRelationship | undefined> {
    return Promise.resolve(this.#findOne(trustDomain));
  }

  async list(page: PageRequest): Promise<Page<FederationRelationship>> {
    return Promise.resolve(
      readPage(this.#connection, 'federation_relationships', allOf([]), page, parseRelationshipRow),
    );
  }

  async create(
    relationship: FederationRelationship,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<boolean> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        if (this.#findOne(relationship.trustDomain) !== undefined) return false;
        this.#put(relationship, bundle, nowMs);
        return true;
      }),
    );
  }

  async update(
    trustDomain: TrustDomain,
    parts: RelationshipParts,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<FederationRelationship | undefined> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const stored = this.#findOne(trustDomain);
        if (stored === undefined) return undefined;
        const updated = { ...stored, ...parts };
        this.#put(updated, bundle, nowMs);
        return updated;
      }),
    );
  }

  async delete(trustDomain: TrustDomain, nowMs: number): Promise<boolean> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        if (this.#findOne(trustDomain) === undefined) return false;
        this.#connection.run(
          'DELETE FROM federation_relationships WHERE trust_domain = ?',
          trustDomain,
        );
        this.#changes.record('federation', trustDomain, nowMs);
        return true;
      }),
    );
  }

  #findOne(trustDomain: TrustDomain): FederationRelationship | undefined {
    const row = this.#connection.get(
      'SELECT * FROM federation_relationships WHERE trust_domain = ?',
      trustDomain,
    );
    return row === undefined ? undefined : parseRelationshipRow(row);
  }

  #put(relationship: FederationRelationship, bundle: Bundle | undefined, nowMs: number): void {
    const columns = relationshipColumns(relationship);
    const names = Object.keys(columns);
    this.#connection.run(
      `INSERT INTO federation_relationships (${names.join(', ')})
       VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (trust_domain) DO UPDATE SET
         ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ...Object.values(columns),
    );
    this.#changes.record('federation', relationship.trustDomain, nowMs);
    if (bundle !== undefined) this.#bundles.put(bundle, nowMs);
  }
}
