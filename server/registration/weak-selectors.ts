import type { Selector } from '../../common/spiffe/selector.ts';

/**
 * True when nothing beyond a namespace is asked of a pod but the service account `default`, which every
 * namespace has: each pod that names no account there gets the identity.
 */
export function selectsDefaultAccountOnly(selectors: readonly Selector[]): boolean {
  const isDefault = ({ type, value }: Selector) => type === 'k8s' && value === 'sa:default';
  const isNamespace = ({ type, value }: Selector) => type === 'k8s' && value.startsWith('ns:');
  return (
    selectors.some(isDefault) && selectors.every((each) => isDefault(each) || isNamespace(each))
  );
}
