import type { Rule } from './lint-rule.ts';
import { sanMatchers, type SanMatcher } from './lint-model.ts';

/** Rules about which peers an Envoy accepts. */
export const validationRules: readonly Rule[] = [
  {
    rule: 'validation-missing',
    risk: 'the peer is not verified at all: anybody can connect, or answer',
    fix: 'add a combined_validation_context with SAN matchers and the bundle over SDS',
    find: (config) =>
      config.contexts
        .filter((one) => one.bundles.length === 0 && one.staticValidation === undefined)
        .map((one) => one.common),
  },
  {
    rule: 'combined-validation-missing',
    risk: 'an empty secret, or a certificate under the name of the bundle, switches verification off',
    fix: 'move validation_context_sds_secret_config into a combined_validation_context whose default_validation_context has SAN matchers',
    find: (config) =>
      config.contexts.flatMap(
        (one) => one.common.get('validation_context_sds_secret_config') ?? [],
      ),
  },
  {
    rule: 'san-matcher-missing',
    risk: 'every workload of every trusted domain is accepted, not only the peers that are meant',
    fix: 'add match_typed_subject_alt_names with san_type URI and the SPIFFE IDs of the peers to default_validation_context',
    find: (config) =>
      config.contexts
        .filter((one) => sanMatchers(one).length === 0)
        .flatMap(
          (one) => one.staticValidation ?? one.common.get('combined_validation_context') ?? [],
        ),
  },
  {
    rule: 'san-matcher-not-uri',
    risk: 'the SPIFFE validator ignores matchers of other kinds: without one for URIs every identity of a trusted domain passes',
    fix: 'set san_type to URI and match the SPIFFE ID',
    find: (config) =>
      config.contexts.flatMap((one) =>
        sanMatchers(one)
          .filter((matcher) => matcher.sanType !== 'URI')
          .map((matcher) => matcher.node),
      ),
  },
  {
    rule: 'san-matcher-loose',
    risk: 'the matcher also accepts SPIFFE IDs that nobody meant, possibly of other trust domains',
    fix: 'match the exact SPIFFE ID, or a prefix that ends with a slash: spiffe://example.org/shop/',
    find: (config) =>
      config.contexts.flatMap((one) =>
        sanMatchers(one)
          .filter(isLoose)
          .map((matcher) => matcher.node),
      ),
  },
  {
    rule: 'rootca-beside-spiffe-validator',
    risk: 'the static SPIFFE validator and the bundle from SDS are merged: its trust domains stay trusted beside those of the agent, or Envoy refuses the bundle as given twice',
    fix: 'remove custom_validator_config from default_validation_context; the agent sends the validator with the bundle',
    find: (config) =>
      config.contexts
        .filter((one) => one.bundles.length > 0)
        .flatMap((one) => one.staticValidation?.get('custom_validator_config') ?? []),
  },
  {
    rule: 'client-certificate-optional',
    risk: 'with a plain trusted_ca bundle, clients without any certificate are let in',
    fix: 'set require_client_certificate: true beside common_tls_context',
    find: (config) =>
      config.contexts
        .filter((one) => one.direction === 'downstream')
        .filter((one) => one.node.get('require_client_certificate')?.text() !== 'true')
        .map((one) => one.node.get('require_client_certificate') ?? one.common),
  },
];

/** A prefix must end where a path segment does; regular expressions are the operator's own affair. */
function isLoose(matcher: SanMatcher): boolean {
  if (matcher.sanType !== 'URI') return false;
  switch (matcher.kind) {
    case 'exact':
      return false;
    case 'safe_regex':
      return !/^\^?spiffe:\/\/[^/]/.test(matcher.value);
    case 'prefix':
      return !/^spiffe:\/\/[^/]+\/(.*\/)?$/.test(matcher.value);
    default:
      return true;
  }
}
