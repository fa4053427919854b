import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.localauthority.v1.LocalAuthority';
const { v1 } = spire.api.server.localauthority;

/** The methods of `spire.api.server.localauthority.v1.LocalAuthority`. */
export const localAuthorityService = {
  GetJWTAuthorityState: unary(
    `${service}/GetJWTAuthorityState`,
    v1.GetJWTAuthorityStateRequest,
    v1.GetJWTAuthorityStateResponse,
  ),
  PrepareJWTAuthority: unary(
    `${service}/PrepareJWTAuthority`,
    v1.PrepareJWTAuthorityRequest,
    v1.PrepareJWTAuthorityResponse,
  ),
  ActivateJWTAuthority: unary(
    `${service}/ActivateJWTAuthority`,
    v1.ActivateJWTAuthorityRequest,
    v1.ActivateJWTAuthorityResponse,
  ),
  TaintJWTAuthority: unary(
    `${service}/TaintJWTAuthority`,
    v1.TaintJWTAuthorityRequest,
    v1.TaintJWTAuthorityResponse,
  ),
  RevokeJWTAuthority: unary(
    `${service}/RevokeJWTAuthority`,
    v1.RevokeJWTAuthorityRequest,
    v1.RevokeJWTAuthorityResponse,
  ),
  GetX509AuthorityState: unary(
    `${service}/GetX509AuthorityState`,
    v1.GetX509AuthorityStateRequest,
    v1.GetX509AuthorityStateResponse,
  ),
  PrepareX509Authority: unary(
    `${service}/PrepareX509Authority`,
    v1.PrepareX509AuthorityRequest,
    v1.PrepareX509AuthorityResponse,
  ),
  ActivateX509Authority: unary(
    `${service}/ActivateX509Authority`,
    v1.ActivateX509AuthorityRequest,
    v1.ActivateX509AuthorityResponse,
  ),
  TaintX509Authority: unary(
    `${service}/TaintX509Authority`,
    v1.TaintX509AuthorityRequest,
    v1.TaintX509AuthorityResponse,
  ),
  TaintX509UpstreamAuthority: unary(
    `${service}/TaintX509UpstreamAuthority`,
    v1.TaintX509UpstreamAuthorityRequest,
    v1.TaintX509UpstreamAuthorityResponse,
  ),
  RevokeX509Authority: unary(
    `${service}/RevokeX509Authority`,
    v1.RevokeX509AuthorityRequest,
    v1.RevokeX509AuthorityResponse,
  ),
  RevokeX509UpstreamAuthority: unary(
    `${service}/RevokeX509UpstreamAuthority`,
    v1.RevokeX509UpstreamAuthorityRequest,
    v1.RevokeX509UpstreamAuthorityResponse,
  ),
  GetWITAuthorityState: unary(
    `${service}/GetWITAuthorityState`,
    v1.GetWITAuthorityStateRequest,
    v1.GetWITAuthorityStateResponse,
  ),
  PrepareWITAuthority: unary(
    `${service}/PrepareWITAuthority`,
    v1.PrepareWITAuthorityRequest,
    v1.PrepareWITAuthorityResponse,
  ),
  ActivateWITAuthority: unary(
    `${service}/ActivateWITAuthority`,
    v1.ActivateWITAuthorityRequest,
    v1.ActivateWITAuthorityResponse,
  ),
  TaintWITAuthority: unary(
    `${service}/TaintWITAuthority`,
    v1.TaintWITAuthorityRequest,
    v1.TaintWITAuthorityResponse,
  ),
  RevokeWITAuthority: unary(
    `${service}/RevokeWITAuthority`,
    v1.RevokeWITAuthorityRequest,
    v1.RevokeWITAuthorityResponse,
  ),
};
