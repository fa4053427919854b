import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import type { ErrorCode } from '../../../../common/errors/codes.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import type { Bundle } from '../../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { parseCertificate, type Certificate } from '../../../../common/x509/certificate.ts';
import { canonicalIp, readOtherNames } from '../../../../common/x509/other-names.ts';
import { verifiedPaths } from '../../../../common/x509/path.ts';
import {
  createPopChallenge,
  encodePopChallenge,
  verifyPopAnswer,
} from '../../../../common/x509/proof-of-possession.ts';
import type {
  Challenge,
  NodeAttestation,
  NodeAttestor,
} from '../../../attestation/node-attestor.ts';
import { x509PopConfig, type X509PopConfig } from './config.ts';
import { readPresented, type NodeCertificate, type Presented } from './node-certificate.ts';
import { sanSelectors, selectorValues, templateData } from './selectors.ts';

/** What x509pop needs from the server. */
interface X509PopHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly log?: Logger;
  /** The bundle of the own trust domain, for `spiffe` mode. */
  readonly ownBundle: () => Bundle | undefined;
}

/**
 * Admits a node that holds the key of a certificate: of an outside PKI, or (mode `spiffe`) of an SVID
 * of this very trust domain. The order of the checks and their texts are SPIRE's.
 */
export const x509Pop = definePlugin({
  type: 'NodeAttestor',
  name: 'x509pop',
  config: x509PopConfig,
  create: (config: X509PopConfig, host: X509PopHost): NodeAttestor => ({
    attest: (payload, challenge, _signal, node) =>
      attest({ config, host, challenge, address: node?.address }, payload),
  }),
});

interface Attempt {
  readonly config: X509PopConfig;
  readonly host: X509PopHost;
  readonly challenge: Challenge;
  readonly address: string | undefined;
}

async function attest(attempt: Attempt, payload: Uint8Array): Promise<NodeAttestation> {
  const { config, host, challenge } = attempt;
  const presented = step('', () => readPresented(payload, config));
  const roots = config.roots ?? ownRoots(host);
  const paths = step(
    'certificate verification failed: ',
    () => verify(presented, roots, host),
    'PERMISSION_DENIED',
  );
  const { leaf } = presented;
  if (config.verifyClientIp) checkAddress(leaf.certificate, attempt.address);
  await proveKey(leaf, challenge);
  const svidPath =
    config.roots === undefined ? svidPathOf(leaf.certificate, config.svidPrefix) : '';
  const { trustDomain, log } = host;
  const san = sanSelectors(leaf.certificate, trustDomain, log);
  const data = templateData(leaf.certificate, { trustDomain, svidPath }, san);
  return {
    agentId: step(
      'failed to make spiffe id: ',
      () => config.template.agentId(trustDomain, data),
      'INTERNAL',
    ),
    selectors: selectorValues(leaf.certificate, paths, san).map((value) => ({
      type: 'x509pop',
      value,
    })),
    canReattest: true,
  };
}

function verify(
  { leaf, intermediates }: Presented,
  roots: readonly Certificate[],
  { clock }: X509PopHost,
) {
  return verifiedPaths(leaf.certificate, intermediates, roots, clock.now());
}

function ownRoots({ ownBundle, log }: X509PopHost): readonly Certificate[] {
  const authorities = ownBundle()?.x509Authorities ?? [];
  if (authorities.length === 0) log?.warn('No trust bundle retrieved from SPIRE');
  return step(
    'failed to get trust bundle: ',
    () => authorities.map(({ der }) => parseCertificate(der)),
    'INTERNAL',
  );
}

function checkAddress(leaf: Certificate, address: string | undefined): void {
  if (address === undefined || address === '') {
    throw failure('INTERNAL', 'client IP not available for verification');
  }
  const known = step('', () => readOtherNames(leaf).ipAddresses);
  if (known.includes(canonicalIp(address))) return;
  throw failure('PERMISSION_DENIED', `client IP ${address} does not match any certificate IP SAN`);
}

async function proveKey(
  { certificate, publicKey }: NodeCertificate,
  ask: Challenge,
): Promise<void> {
  const challenge = step('unable to generate challenge: ', () =>
    createPopChallenge(certificate, publicKey),
  );
  const answer = await ask(encodePopChallenge(challenge));
  try {
    verifyPopAnswer(publicKey, challenge, answer);
  } catch (cause) {
    const code = codeOf(cause);
    const what = code === 'PERMISSION_DENIED' ? 'challenge response verification failed: ' : '';
    throw failure(code, `${what}${messageOf(cause)}`, cause);
  }
}

/** What an SVID says after the prefix that marks those which may become agents. */
function svidPathOf({ uris }: Certificate, prefix: string): string {
  const uri = uris.find((one) => one.startsWith('spiffe://'));
  if (uri === undefined) throw failure('PERMISSION_DENIED', 'valid SVID x509 cert not found');
  const path = /^spiffe:\/\/[^/?#]*([^?#]*)/.exec(uri)?.[1] ?? '';
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  throw failure('PERMISSION_DENIED', 'x509 cert doesnt match SVID prefix');
}

function codeOf(cause: unknown): ErrorCode {
  return cause instanceof SpiffeError ? cause.code : 'INTERNAL';
}

/** Runs one step; `as` is the code of its failures where SPIRE has one for all. */
function step<T>(what: string, run: () => T, as?: ErrorCode): T {
  try {
    return run();
  } catch (cause) {
    throw failure(as ?? codeOf(cause), `${what}${messageOf(cause)}`, cause);
  }
}

function failure(code: ErrorCode, text: string, cause?: unknown): SpiffeError {
  return new SpiffeError(code, `nodeattestor(x509pop): ${text}`, { cause });
}
