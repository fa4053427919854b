import { createRequire } from 'node:module';

/** The part of koffi that is used; its own declarations are loose. */
export interface Koffi {
  load(path: null): { func(declaration: string): (...values: unknown[]) => number };
  errno(): number;
}

/** Loaded when it is asked for: a machine may not have it. */
export function requireKoffi(): unknown {
  return createRequire(import.meta.url)('koffi');
}
