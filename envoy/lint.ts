import { checkIsEnvoyConfig } from './config-kind.ts';
import { parseConfigTree } from './config-tree.ts';
import { readEnvoyConfig } from './lint-model.ts';
import type { Finding, LintOptions, Rule } from './lint-rule.ts';
import { nameRules } from './lint-name-rules.ts';
import { transportRules } from './lint-transport-rules.ts';
import { validationRules } from './lint-validation-rules.ts';

/**
 * Checks how an Envoy uses SDS. Takes a bootstrap (YAML or JSON) or the answer of `/config_dump`;
 * findings come in the order of their lines. A TLS context without SDS is none of its business.
 * Throws CONFIG_INVALID for text that is no Envoy configuration.
 */
export function lintEnvoyConfig(text: string, options: LintOptions = {}): Finding[] {
  const root = parseConfigTree(text);
  checkIsEnvoyConfig(root);
  const config = readEnvoyConfig(root);
  const findings = lintRules.flatMap((rule) => {
    const lines = new Set([...rule.find(config, options)].map((node) => node.line));
    return [...lines].map((line) => ({ rule: rule.rule, line, risk: rule.risk, fix: rule.fix }));
  });
  return findings.sort((a, b) => a.line - b.line || a.rule.localeCompare(b.rule));
}

/** Every rule, for the documentation and the tests. */
export const lintRules: readonly Rule[] = [...validationRules, ...nameRules, ...transportRules];
