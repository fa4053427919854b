import { readFileSync } from 'node:fs';
import { findingsAbout, type CheckHost, type Finding } from '../../../../common/catalog/finding.ts';
import { messageOf } from '../../../../common/errors/spiffe-error.ts';

/** What an operator should know of the projected token; the server alone can say whether it is good. */
export function checkToken(path: string, { clock }: Pick<CheckHost, 'clock'>): readonly Finding[] {
  const about = 'NodeAttestor k8s_psat';
  const { missing } = findingsAbout(about);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return [missing(`the token ${path}`, messageOf(error), howToProject)];
  }
  const claims = claimsOf(text);
  if (claims === undefined) {
    return [missing(`a token in ${path}`, 'the file holds no JSON Web Token', howToProject)];
  }
  return [lifeOf(about, claims, clock.now()), bindingOf(about, claims), audienceOf(about, claims)];
}

interface Claims {
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly 'kubernetes.io'?: { readonly pod?: { readonly name?: unknown } };
}

/** Unverified: it is our own file, and the claims are for reading only. */
function claimsOf(token: string): Claims | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    // The parser's message would quote the token.
    return undefined;
  }
}

function lifeOf(about: string, { exp }: Claims, nowMs: number): Finding {
  const { ok, missing, warning } = findingsAbout(about);
  const what = 'a token that has not expired';
  if (typeof exp !== 'number') return warning(what, 'it never expires', howToProject);
  const ends = new Date(exp * 1000).toISOString();
  if (exp * 1000 > nowMs) return ok(`${what}: good until ${ends}`);
  return missing(
    what,
    `it ended at ${ends}`,
    "the kubelet replaces it at 80 % of its life: see the kubelet's log and the node's clock",
  );
}

function bindingOf(about: string, claims: Claims): Finding {
  const { ok, missing } = findingsAbout(about);
  const pod = claims['kubernetes.io']?.pod?.name;
  if (typeof pod === 'string') return ok(`a token that is bound to a pod: ${pod}`);
  return missing(
    'a token that is bound to a pod',
    'the server refuses a token of a service account alone',
    howToProject,
  );
}

function audienceOf(about: string, { aud }: Claims): Finding {
  const { ok, warning } = findingsAbout(about);
  const audiences = (Array.isArray(aud) ? aud : [aud]).map(String);
  const ofApi = audiences.find((one) => one.startsWith('https://kubernetes.default.svc'));
  if (ofApi === undefined) {
    return ok(`an audience of its own: ${audiences.join(', ')} (the server must have the same)`);
  }
  return warning(
    'an audience of its own',
    `${JSON.stringify(ofApi)} is the API server's: what this token is shown to may act as the agent there`,
    howToProject,
  );
}

const howToProject =
  'mount a projected volume with serviceAccountToken {path: spire-agent, audience: spire-server, expirationSeconds: 3600} at /var/run/secrets/tokens';
