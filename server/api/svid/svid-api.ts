import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init, ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { svidService } from '../../../common/rpc/services/svid.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { AuditLog } from '../../authorization/audit.ts';
import { callerIdOf } from '../../authorization/caller.ts';
import { checkWorkload } from '../../registration/entry-rules.ts';
import { idFor, spiffeIdMessage } from '../messages/spiffe-ids.ts';
import { x509SvidMessage } from '../messages/svids.ts';
import { notServed } from '../not-served.ts';
import { mintRequestOf } from './mint-request.ts';
import type { BatchSigner, SignedSvid, X509SvidRequest } from './workload-svids.ts';
import { readCsr, WorkloadSvids, type WorkloadSvidsOptions } from './workload-svids.ts';

interface JwtSvidRequest {
  readonly spiffeId: SpiffeId;
  readonly audience: readonly string[];
  readonly ttlMs: number;
  readonly includeJti: boolean;
}

interface JwtSvid {
  readonly spiffeId: SpiffeId;
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

interface SvidSigner extends BatchSigner {
  signX509Svid(request: X509SvidRequest): Promise<SignedSvid>;
  /** The chain of a CA for a nested server, its own certificate first. */
  signDownstreamCa(request: {
    readonly publicKeyDer: Uint8Array;
    readonly ttlMs: number;
  }): Promise<readonly Uint8Array[]>;
}

interface SvidApiOptions extends WorkloadSvidsOptions {
  readonly trustDomain: TrustDomain;
  readonly signer: SvidSigner;
  /** Absent when JWT-SVIDs are switched off. */
  readonly signJwtSvid: ((request: JwtSvidRequest) => Promise<JwtSvid>) | undefined;
  readonly defaultJwtTtlMs: number;
  readonly caTtlMs: number;
  readonly ownRoots: () => readonly Uint8Array[];
  readonly audit: AuditLog;
}

/** `spire.api.server.svid.v1.SVID`. */
export function svidApi(options: SvidApiOptions): readonly ServedMethod[] {
  return [
    ...x509Methods(options),
    ...jwtMethods(options),
    notServed(svidService.MintWITSVID),
    notServed(svidService.BatchNewWITSVID),
  ];
}

function x509Methods(options: SvidApiOptions): readonly ServedMethod[] {
  const workloads = new WorkloadSvids(options);
  const { signer, trustDomain, audit } = options;
  return [
    serveUnary(svidService.BatchNewX509SVID, async ({ params }, call) => {
      if (params.length === 0) throw new SpiffeError('INVALID_ARGUMENT', 'missing parameters');
      return { results: await workloads.sign(callerIdOf(call), params, call) };
    }),
    serveUnary(svidService.MintX509SVID, async ({ csr, ttl }, call) => {
      const request = await mintRequestOf(csr, trustDomain);
      audit.add(call, { spiffe_id: request.spiffeId, ttl });
      const ttlMs = ttl > 0 ? ttl * 1000 : options.defaultTtlMs;
      return { svid: x509SvidMessage(await signer.signX509Svid({ ...request, ttlMs })) };
    }),
    serveUnary(svidService.NewDownstreamX509CA, async ({ csr: der, preferred_ttl: ttl }) => {
      const csr = await readCsr(der, 'invalid CSR signature');
      if (csr instanceof SpiffeError) throw csr;
      const ttlMs = ttl > 0 ? ttl * 1000 : options.caTtlMs;
      const chain = await signer.signDownstreamCa({ publicKeyDer: csr.publicKeyDer, ttlMs });
      return { ca_cert_chain: chain, x509_authorities: options.ownRoots() };
    }),
  ];
}

function jwtMethods(options: SvidApiOptions): readonly ServedMethod[] {
  const { trustDomain, authorizedFor, audit } = options;
  return [
    serveUnary(svidService.NewJWTSVID, async ({ entry_id: id, audience }, call) => {
      const entry = authorizedFor(callerIdOf(call)).get(id);
      if (entry === undefined) {
        throw new SpiffeError('NOT_FOUND', 'entry not found or not authorized');
      }
      audit.add(call, { entry_id: id, spiffe_id: entry.spiffeId, audience: audience.join(',') });
      const ttlMs = entry.jwtSvidTtlSeconds * 1000 || options.defaultJwtTtlMs;
      const { spiffeId, jwtSvidIncludeJti: includeJti } = entry;
      return { svid: await signJwt(options, { spiffeId, audience, ttlMs, includeJti }) };
    }),
    serveUnary(svidService.MintJWTSVID, async ({ id, audience, ttl }, call) => {
      const spiffeId = idFor('invalid SPIFFE ID', id, (parsed) =>
        checkWorkload(trustDomain, parsed),
      );
      audit.add(call, { spiffe_id: spiffeId, audience: audience.join(','), ttl });
      const ttlMs = ttl > 0 ? ttl * 1000 : options.defaultJwtTtlMs;
      return { svid: await signJwt(options, { spiffeId, audience, ttlMs, includeJti: false }) };
    }),
  ];
}

async function signJwt(
  { signJwtSvid }: SvidApiOptions,
  request: JwtSvidRequest,
): Promise<Init<spire.api.types.JWTSVID>> {
  if (signJwtSvid === undefined) {
    throw new SpiffeError('UNIMPLEMENTED', 'JWT functionality is disabled');
  }
  if (!request.audience.some((value) => value !== '')) {
    throw new SpiffeError('INVALID_ARGUMENT', 'at least one audience is required');
  }
  const svid = await signJwtSvid(request);
  return {
    token: svid.token,
    id: spiffeIdMessage(svid.spiffeId),
    issued_at: Math.floor(svid.issuedAtMs / 1000),
    expires_at: Math.floor(svid.expiresAtMs / 1000),
  };
}
