import type { SetMatcher } from '../conditions.ts';
import { canonicalTexts } from '../sets.ts';

/** Where a set is stored: its canonical JSON in the row, its members as rows of another table. */
interface StoredSet {
  readonly jsonColumn: string;
  readonly memberTable: string;
  readonly memberColumn: string;
  /** The column of the member table that holds `row_id`. */
  readonly ownerColumn: string;
}

/** Compares by the canonical JSON, or by looking for the members. */
export function setMatcher(set: StoredSet): SetMatcher {
  const members = `${set.memberTable} AS member WHERE member.${set.ownerColumn} = row_id`;
  const isWanted = `member.${set.memberColumn} IN (SELECT value FROM json_each(?))`;
  return (match, wanted) => {
    const texts = canonicalTexts(wanted);
    const json = JSON.stringify(texts);
    switch (match) {
      case 'exact':
        return { sql: `${set.jsonColumn} = ?`, values: [json] };
      case 'any':
        return { sql: `EXISTS (SELECT 1 FROM ${members} AND ${isWanted})`, values: [json] };
      case 'subset':
        return {
          sql: `${set.jsonColumn} <> '[]' AND NOT EXISTS (SELECT 1 FROM ${members} AND NOT ${isWanted})`,
          values: [json],
        };
      case 'superset':
        return {
          sql: `(SELECT count(*) FROM ${members} AND ${isWanted}) = ?`,
          values: [json, texts.length],
        };
    }
  };
}
