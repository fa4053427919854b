import { isBundleName, isSvidName } from './bootstrap-options.ts';
import type { ConfigNode } from './config-tree.ts';
import type { Rule } from './lint-rule.ts';
import { sanMatchers, sourceOf, type TlsContext } from './lint-model.ts';

/** Rules about the names of secrets that an Envoy asks for. */
export const nameRules: readonly Rule[] = [
  {
    rule: 'bundle-slot-names-svid',
    risk: 'Envoy takes the certificate where it expects a bundle and then verifies nobody',
    fix: 'name a bundle in validation_context_sds_secret_config: ROOTCA, ALL or the ID of a trust domain',
    find: (config) =>
      config.contexts.flatMap((one) =>
        one.bundles.filter((slot) => sourceOf(slot) !== undefined && !isBundleName(nameOf(slot))),
      ),
  },
  {
    rule: 'certificate-slot-names-bundle',
    risk: 'Envoy refuses the bundle as a certificate, and the context never becomes ready',
    fix: 'name an identity in tls_certificate_sds_secret_configs: default or a SPIFFE ID',
    find: (config) =>
      config.contexts.flatMap((one) =>
        one.certificates.filter(
          (slot) => sourceOf(slot) !== undefined && !isSvidName(nameOf(slot)),
        ),
      ),
  },
  {
    rule: 'federation-needs-all',
    risk: 'the bundle covers one trust domain only: peers of the other domains are refused',
    fix: 'name ALL in validation_context_sds_secret_config',
    find: (config) =>
      config.contexts.filter((one) => trustDomains(one).size > 1).flatMap(narrowBundles),
  },
  {
    rule: 'node-identity-missing',
    risk: 'Envoy refuses an SDS configuration without both, and does not start',
    fix: 'set node.id and node.cluster in the bootstrap',
    find: (config) => {
      if (config.sources.length === 0 || config.bootstrap === undefined) return [];
      const node = config.bootstrap.get('node');
      const isComplete = ['id', 'cluster'].every((key) => (node?.get(key)?.text() ?? '') !== '');
      return isComplete ? [] : [node ?? config.bootstrap];
    },
  },
];

function nameOf(slot: ConfigNode): string {
  return slot.get('name')?.text() ?? '';
}

function narrowBundles(context: TlsContext): ConfigNode[] {
  return context.bundles.filter((slot) => nameOf(slot) === 'ROOTCA' || isTrustDomainId(slot));
}

function isTrustDomainId(slot: ConfigNode): boolean {
  return nameOf(slot).startsWith('spiffe://') && isBundleName(nameOf(slot));
}

/** The trust domains that a context speaks with, and the one that its bundle or its own ID names. */
function trustDomains(context: TlsContext): Set<string> {
  const texts = [
    ...sanMatchers(context)
      .filter((matcher) => matcher.kind === 'exact' || matcher.kind === 'prefix')
      .map((matcher) => matcher.value),
    ...[...context.bundles, ...context.certificates].map(nameOf),
  ];
  return new Set(texts.flatMap((text) => /^spiffe:\/\/([^/]+)/.exec(text)?.[1] ?? []));
}
