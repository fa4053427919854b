import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ProfileSpec } from './profile.ts';

/** The audiences that an API server has unless it was told others. */
const usualApiAudiences: readonly string[] = [
  'https://kubernetes.default.svc',
  'https://kubernetes.default.svc.cluster.local',
  'https://kubernetes.default',
  'kubernetes.default.svc',
  'api',
];

/** Throws INVALID_ARGUMENT for a name that cannot be one. */
export function checkProfileName(name: string): void {
  requireForm('name', name, /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'a DNS label');
}

/**
 * Throws INVALID_ARGUMENT, naming the field, for rules that make no sense, and for an audience that the
 * API server takes for its own: an agent's token would then open the API, and any pod's the server.
 */
export function checkProfileSpec(spec: ProfileSpec, apiAudiences: readonly string[]): void {
  requireForm('cluster', spec.cluster, /^[A-Za-z0-9._-]{1,253}$/, 'the name of a cluster');
  if (spec.mode === 'bootstrap_token') return;
  if (spec.audience === '') throw invalid('audience must not be empty');
  if (isApiAudience(spec.audience, apiAudiences)) {
    throw invalid(
      `audience ${JSON.stringify(spec.audience)} is one of the API server; enrolment needs one of its own`,
    );
  }
  requireForm('namespace', spec.namespace, dnsLabel, 'a DNS label');
  requireForm('service_account', spec.serviceAccount, dnsName, 'a DNS name');
  requireForm('daemon_set', spec.daemonSet, dnsName, 'a DNS name');
  requireForm('container', spec.container, dnsLabel, 'a DNS label');
  for (const [key, value] of Object.entries(spec.requiredLabels)) {
    requireForm(`required_labels key`, key, labelKey, 'a label key');
    requireForm(`required_labels[${JSON.stringify(key)}]`, value, labelValue, 'a label value');
  }
}

/** Compared without regard to case and to a slash at the end. */
export function isApiAudience(audience: string, apiAudiences: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\/+$/, '');
  return [...usualApiAudiences, ...apiAudiences].some((other) => plain(other) === plain(audience));
}

function requireForm(field: string, value: string, form: RegExp, what: string): void {
  if (form.test(value)) return;
  throw invalid(`${field} ${JSON.stringify(value.slice(0, 300))} is not ${what}`);
}

function invalid(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text);
}

const dnsLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const labelKey =
  /^(?=.{1,317}$)([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
