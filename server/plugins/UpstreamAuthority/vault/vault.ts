import type { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import { parseCsr, type Csr } from '../../../../common/x509/csr.ts';
import { certificatesFromPem, encodePem } from '../../../../common/x509/pem.ts';
import { noUpdates, signsOnly, type UpstreamAuthority } from '../../../ca/upstream-authority.ts';
import { resolveAccess, vaultConfig, type VaultAccess } from './config.ts';
import { VaultSession } from './session.ts';
import { callVault, type VaultAnswer } from './vault-http.ts';

interface VaultHost {
  readonly clock: Clock;
  readonly log?: Logger;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** Signs with the PKI engine of a Vault or an OpenBao. */
export const vault = definePlugin({
  type: 'UpstreamAuthority',
  name: 'vault',
  config: vaultConfig,
  create(settings: z.output<typeof vaultConfig>, host: VaultHost): UpstreamAuthority {
    const { clock, log = silentLogger, env = {}, signal = new AbortController().signal } = host;
    const access = accessOf(settings, env);
    if (!access.verifies) {
      log.warn('insecure_skip_verify: whoever answers at the address of Vault can sign the CA');
    }
    const call = callVault.bind(undefined, access);
    const session = new VaultSession({ access, call, clock, log, signal });
    return {
      name: 'vault',
      async mintX509Ca({ csrDer, preferredTtlMs }, callSignal) {
        const body = requestBody(parseCsr(csrDer), csrDer, preferredTtlMs);
        const path = `${access.pkiMount}/root/sign-intermediate`;
        const answer = await session.call({ method: 'POST', path, body }, callSignal);
        return { ...chainOf(answer), rootUpdates: noUpdates() };
      },
      ...signsOnly,
    };
  },
});

function accessOf(
  settings: z.output<typeof vaultConfig>,
  env: NonNullable<VaultHost['env']>,
): VaultAccess {
  try {
    return resolveAccess(settings, env);
  } catch (cause) {
    const text = `UpstreamAuthority "vault": ${messageOf(cause)}`;
    throw new SpiffeError('CONFIG_INVALID', text, { cause });
  }
}

/** As SPIRE 1.15 asks; Vault takes the key from the CSR and the names from here. */
function requestBody(csr: Csr, csrDer: Uint8Array, ttlMs: number) {
  const named = (type: string) =>
    csr.subject.flatMap((attribute) => (attribute.type === type ? attribute.value : []));
  return {
    common_name: named('CN').join(','),
    organization: named('O').join(','),
    country: named('C').join(','),
    uri_sans: csr.uris.join(','),
    csr: encodePem('CERTIFICATE REQUEST', csrDer),
    ttl: String(Math.floor(ttlMs / 1000)),
  };
}

/**
 * The root is the last of `ca_chain`, or who issued when there is none. Since Vault 1.11 the chain
 * starts with the certificate itself.
 */
function chainOf({ data }: VaultAnswer) {
  const own = certificateOf(data?.['certificate'], 'certificate');
  const issuer = certificateOf(data?.['issuing_ca'], 'issuing_ca');
  const listed: unknown = data?.['ca_chain'] ?? [];
  if (!Array.isArray(listed)) throw malformed('ca_chain is not a list');
  const chain = listed.map((pem) => certificateOf(pem, 'ca_chain'));
  const root = chain.at(-1) ?? issuer;
  const is = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
  const between = chain.filter((der) => !is(der, root) && !is(der, own));
  return { chainDer: [own, ...between], roots: [{ der: root, tainted: false }] };
}

function certificateOf(pem: unknown, member: string): Uint8Array {
  if (typeof pem !== 'string') throw malformed(`${member} is missing`);
  try {
    const [der] = certificatesFromPem(pem);
    if (der !== undefined) return der;
  } catch (cause) {
    throw malformed(`${member} is not a certificate: ${messageOf(cause)}`);
  }
  throw malformed(`${member} is not a certificate`);
}

function malformed(rule: string): SpiffeError {
  return new SpiffeError('UNAVAILABLE', `unexpected answer of Vault: ${rule}`);
}
