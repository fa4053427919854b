import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../../common/spiffe/federation-relationship.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { allOf } from '../conditions.ts';
import type { FederationStore, Page, PageRequest, RelationshipParts } from '../datastore.ts';
import { parseRelationshipRow, relationshipColumns } from '../rows.ts';
import { putBundle } from './bundles.ts';
import type { Database } from './database.ts';
import { readPage } from './paging.ts';
import type { Transaction } from './transaction.ts';

/** Federation relationships in PostgreSQL; writers take the lock of the bundles that come with them. */
export class PostgresFederation implements FederationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(trustDomain: TrustDomain): Promise<FederationRelationship | undefined> {
    const [row] = await this.#database.all(selectOne, trustDomain);
    return row === undefined ? undefined : parseRelationshipRow(row);
  }

  async list(page: PageRequest): Promise<Page<FederationRelationship>> {
    return readPage(this.#database, relationshipTable, allOf([]), page, parseRelationshipRow);
  }

  async create(
    relationship: FederationRelationship,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<boolean> {
    return this.#write(nowMs, async (transaction) => {
      if ((await findOne(transaction, relationship.trustDomain)) !== undefined) return false;
      await put(transaction, relationship, bundle);
      return true;
    });
  }

  async update(
    trustDomain: TrustDomain,
    parts: RelationshipParts,
    bundle: Bundle | undefined,
    nowMs: number,
  ): Promise<FederationRelationship | undefined> {
    return this.#write(nowMs, async (transaction) => {
      const stored = await findOne(transaction, trustDomain);
      if (stored === undefined) return undefined;
      const updated = { ...stored, ...parts };
      await put(transaction, updated, bundle);
      return updated;
    });
  }

  async delete(trustDomain: TrustDomain, nowMs: number): Promise<boolean> {
    return this.#write(nowMs, async (transaction) => {
      const deleted = await transaction.run(
        'DELETE FROM federation_relationships WHERE trust_domain = $1',
        trustDomain,
      );
      if (deleted === 0) return false;
      transaction.record('federation', trustDomain);
      return true;
    });
  }

  #write<T>(nowMs: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.write({ nowMs, lock: 'bundles' }, work);
  }
}

async function findOne(
  transaction: Transaction,
  trustDomain: TrustDomain,
): Promise<FederationRelationship | undefined> {
  const row = await transaction.get(selectOne, trustDomain);
  return row === undefined ? undefined : parseRelationshipRow(row);
}

async function put(
  transaction: Transaction,
  relationship: FederationRelationship,
  bundle: Bundle | undefined,
): Promise<void> {
  const columns = relationshipColumns(relationship);
  const names = Object.keys(columns);
  await transaction.run(
    `INSERT INTO federation_relationships (${names.join(', ')})
     VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (trust_domain) DO UPDATE SET
       ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...Object.values(columns),
  );
  transaction.record('federation', relationship.trustDomain);
  if (bundle !== undefined) await putBundle(transaction, bundle);
}

const relationshipTable = {
  table: 'federation_relationships',
  columns: 'trust_domain, bundle_endpoint_url, bundle_endpoint_profile, endpoint_spiffe_id',
};
const selectOne = `SELECT ${relationshipTable.columns} FROM federation_relationships WHERE trust_domain = $1`;
