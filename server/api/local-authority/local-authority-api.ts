import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init, ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { localAuthorityService } from '../../../common/rpc/services/local-authority.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { notServed } from '../not-served.ts';

interface AuthorityView {
  readonly authorityId: string;
  readonly status: 'prepared' | 'active' | 'old';
  readonly notAfterMs: number;
  /** X.509 below an upstream: the key identifier of whoever signed it. */
  readonly upstreamAuthorityId?: string;
}

interface RotationView {
  readonly current: AuthorityView | undefined;
  readonly next: AuthorityView | undefined;
}

type AuthorityKindName = 'x509' | 'jwt';

/** The authorities of this server; server/ca has them. */
interface LocalAuthorities {
  readonly x509: RotationView;
  readonly jwt: RotationView;
  prepare(kind: AuthorityKindName): Promise<AuthorityView>;
  activate(kind: AuthorityKindName, authorityId: string): Promise<void>;
  taint(kind: AuthorityKindName, authorityId: string): Promise<void>;
  revoke(kind: AuthorityKindName, authorityId: string): Promise<void>;
  /** Whether somebody else signs the X.509 authorities of this server. */
  readonly hasUpstream: boolean;
  taintUpstream(subjectKeyId: string): Promise<void>;
  revokeUpstream(subjectKeyId: string): Promise<void>;
}

interface LocalAuthorityApiOptions {
  readonly authorities: LocalAuthorities;
  /** Called before the answer that an X.509 authority is tainted, so that it may be revoked at once after it. */
  readonly onTainted: () => Promise<void>;
  /** False when JWT-SVIDs are switched off. */
  readonly jwtEnabled: boolean;
}

type StateMessage = Init<spire.api.server.localauthority.v1.AuthorityState>;
type Operation = 'activate' | 'taint' | 'revoke';

/** `spire.api.server.localauthority.v1.LocalAuthority`; it acts on this server alone. */
export function localAuthorityApi(options: LocalAuthorityApiOptions): readonly ServedMethod[] {
  return [
    ...x509Methods(options),
    ...(options.jwtEnabled ? jwtMethods(options.authorities) : jwtOff),
    ...upstreamMethods(options),
    ...witMethods,
  ];
}

function x509Methods({
  authorities,
  onTainted,
}: LocalAuthorityApiOptions): readonly ServedMethod[] {
  const act = (operation: Operation, id: string) => actOn(authorities, 'x509', operation, id);
  return [
    serveUnary(service.GetX509AuthorityState, () => stateOf(authorities.x509)),
    serveUnary(service.PrepareX509Authority, async () => ({
      prepared_authority: message(await authorities.prepare('x509')),
    })),
    serveUnary(service.ActivateX509Authority, async ({ authority_id: id }) => ({
      activated_authority: await act('activate', id),
    })),
    serveUnary(service.TaintX509Authority, async ({ authority_id: id }) => {
      requireSelfSigned(authorities, 'tainted');
      const tainted = await act('taint', id);
      await onTainted();
      return { tainted_authority: tainted };
    }),
    serveUnary(service.RevokeX509Authority, async ({ authority_id: id }) => {
      requireSelfSigned(authorities, 'revoked');
      return { revoked_authority: await act('revoke', id) };
    }),
  ];
}

function jwtMethods(authorities: LocalAuthorities): readonly ServedMethod[] {
  const act = (operation: Operation, id: string) => actOn(authorities, 'jwt', operation, id);
  return [
    serveUnary(service.GetJWTAuthorityState, () => stateOf(authorities.jwt)),
    serveUnary(service.PrepareJWTAuthority, async () => ({
      prepared_authority: message(await authorities.prepare('jwt')),
    })),
    serveUnary(service.ActivateJWTAuthority, async ({ authority_id: id }) => ({
      activated_authority: await act('activate', id),
    })),
    serveUnary(service.TaintJWTAuthority, async ({ authority_id: id }) => ({
      tainted_authority: await act('taint', id),
    })),
    serveUnary(service.RevokeJWTAuthority, async ({ authority_id: id }) => ({
      revoked_authority: await act('revoke', id),
    })),
  ];
}

async function actOn(
  authorities: LocalAuthorities,
  kind: AuthorityKindName,
  operation: Operation,
  id: string,
): Promise<StateMessage> {
  if (id === '') throw new SpiffeError('INVALID_ARGUMENT', 'no authority ID provided');
  const { current, next } = authorities[kind];
  const known = [current, next].find((authority) => authority?.authorityId === id);
  await authorities[operation](kind, id);
  return known === undefined ? { authority_id: id } : message(known);
}

function stateOf({ current, next }: RotationView) {
  if (current === undefined) {
    return Promise.reject(new SpiffeError('UNAVAILABLE', 'server is initializing'));
  }
  const active = message(current);
  if (next === undefined) return Promise.resolve({ active });
  const other = message(next);
  return Promise.resolve(
    next.status === 'prepared' ? { active, prepared: other } : { active, old: other },
  );
}

function message({ authorityId, notAfterMs, upstreamAuthorityId }: AuthorityView): StateMessage {
  return {
    authority_id: authorityId,
    expires_at: Math.floor(notAfterMs / 1000),
    upstream_authority_subject_key_id: upstreamAuthorityId ?? '',
  };
}

/** SPIRE 1.15: what an upstream signed is trusted by the upstream's root, which is what can be tainted. */
function requireSelfSigned({ hasUpstream }: LocalAuthorities, done: string): void {
  if (!hasUpstream) return;
  const text = `local authority can't be ${done} if there is an upstream authority`;
  throw new SpiffeError('FAILED_PRECONDITION', text);
}

function upstreamMethods({
  authorities,
  onTainted,
}: LocalAuthorityApiOptions): readonly ServedMethod[] {
  return [
    serveUnary(service.TaintX509UpstreamAuthority, async ({ subject_key_id: given }) => {
      const id = given.toLowerCase();
      await authorities.taintUpstream(id);
      await onTainted();
      return { upstream_authority_subject_key_id: id };
    }),
    serveUnary(service.RevokeX509UpstreamAuthority, async ({ subject_key_id: given }) => {
      const id = given.toLowerCase();
      await authorities.revokeUpstream(id);
      return { upstream_authority_subject_key_id: id };
    }),
  ];
}

const service = localAuthorityService;

const jwtOff = [
  notServed(service.GetJWTAuthorityState),
  notServed(service.PrepareJWTAuthority),
  notServed(service.ActivateJWTAuthority),
  notServed(service.TaintJWTAuthority),
  notServed(service.RevokeJWTAuthority),
];

const witMethods = [
  notServed(service.GetWITAuthorityState),
  notServed(service.PrepareWITAuthority),
  notServed(service.ActivateWITAuthority),
  notServed(service.TaintWITAuthority),
  notServed(service.RevokeWITAuthority),
];
