import type { Clock } from '../clock/clock.ts';

/** What a check of a plugin's surroundings found. */
export interface Finding {
  /** What was looked at, such as `k8s_psat, cluster "main"`; findings with the same one belong together. */
  readonly about: string;
  /** A warning is worth a look; what is missing keeps the plugin from working. */
  readonly outcome: 'ok' | 'warning' | 'missing';
  /** What is there or not, such as `get nodes`. */
  readonly what: string;
  /** Empty when all is well. */
  readonly detail: string;
  /** What to do about it; empty when all is well. */
  readonly fix: string;
}

/** What a check may use. */
export interface CheckHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where procfs is mounted. */
  readonly procPath: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Findings about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (what: string): Finding => ({ about, outcome: 'ok', what, detail: '', fix: '' }),
    warning: (what: string, detail: string, fix: string): Finding => ({
      about,
      outcome: 'warning',
      what,
      detail,
      fix,
    }),
    missing: (what: string, detail: string, fix: string): Finding => ({
      about,
      outcome: 'missing',
      what,
      detail,
      fix,
    }),
  };
}
