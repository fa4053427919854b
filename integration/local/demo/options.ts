import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** Print one JSON object as the last line. */
  readonly json: boolean;
  /** Leave everything running at the end, until Ctrl-C. */
  readonly keep: boolean;
}

/** Reads the arguments after `npm run demo --`. Throws with the usage when there is an unknown one. */
export function parseDemoOptions(args: readonly string[]): DemoOptions {
  const booleans = { json: { type: 'boolean' }, keep: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options: booleans, strict: true });
  return { json: values.json ?? false, keep: values.keep ?? false };
}

export const demoUsage = 'usage: npm run demo -- [--json] [--keep]';
