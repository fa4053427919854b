import type { ConfigNode } from './config-tree.ts';
import type { EnvoyConfig } from './lint-model.ts';

/** One thing that is wrong with an Envoy configuration. */
export interface Finding {
  readonly rule: string;
  /** Counted from 1, in the text that was given. */
  readonly line: number;
  readonly risk: string;
  readonly fix: string;
}

/** A check: `find` returns the places that break it. */
export interface Rule {
  readonly rule: string;
  readonly risk: string;
  readonly fix: string;
  find(config: EnvoyConfig, options: LintOptions): Iterable<ConfigNode>;
}

export interface LintOptions {
  /** The agent's socket, when it is known; another path in the configuration is then a finding. */
  readonly socketPath?: string;
}
