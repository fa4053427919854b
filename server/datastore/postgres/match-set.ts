import { hash } from 'node:crypto';
import type { Condition, SetMatcher } from '../conditions.ts';
import { canonicalTexts } from '../sets.ts';

/** The key of a text of any length: half of its SHA-256, in the form of a uuid. */
export function keyOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** The keys of the members of a set that is given as its JSON. */
export function keysOf(json: string): string[] {
  return (JSON.parse(json) as string[]).map(keyOf);
}

/** Compares by the array of keys, which has an index. */
export function setMatcher(jsonColumn: string, keysColumn: string): SetMatcher {
  return (match, wanted) => {
    const texts = canonicalTexts(wanted);
    const keys = `{${texts.map(keyOf).join(',')}}`;
    switch (match) {
      case 'exact': {
        const sql = `${keysColumn} @> ?::uuid[] AND ${jsonColumn} = ?`;
        return { sql, values: [keys, JSON.stringify(texts)] };
      }
      case 'any':
        return { sql: `${keysColumn} && ?::uuid[]`, values: [keys] };
      case 'subset':
        return { sql: `${keysColumn} <@ ?::uuid[] AND ${jsonColumn} <> '[]'`, values: [keys] };
      case 'superset':
        return { sql: `${keysColumn} @> ?::uuid[]`, values: [keys] };
    }
  };
}

/** Numbers the placeholders `?` of a condition, from $1 on. */
export function numbered(condition: Condition): string {
  let position = 0;
  return condition.sql.replaceAll('?', () => `$${++position}`);
}
