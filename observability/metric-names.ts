import { readFileSync } from 'node:fs';

/** Files of this folder that name metrics. */
export const queryFiles = [
  'alerts/sigil.yml',
  'grafana/dashboards/sigil-agent.json',
  'grafana/dashboards/sigil-server.json',
] as const;

/** The metrics of agent or server that a file of this folder names, without a histogram's suffix. */
export function metricsNamedIn(file: string, program: 'agent' | 'server'): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const names = text.matchAll(new RegExp(`\\bspire_${program}_[a-z0-9_]+`, 'g'));
  return [...new Set([...names].map(([name]) => name.replace(/_bucket$/, '')))].sort();
}
