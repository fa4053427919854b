import { spire } from '../../../proto/gen/spire-api.js';
import { serverStream, unary } from './method.ts';

const service = 'spire.api.agent.delegatedidentity.v1.DelegatedIdentity';
const { v1 } = spire.api.agent.delegatedidentity;

/** The methods of `spire.api.agent.delegatedidentity.v1.DelegatedIdentity`. */
export const delegatedIdentityService = {
  SubscribeToX509SVIDs: serverStream(
    `${service}/SubscribeToX509SVIDs`,
    v1.SubscribeToX509SVIDsRequest,
    v1.SubscribeToX509SVIDsResponse,
  ),
  SubscribeToX509Bundles: serverStream(
    `${service}/SubscribeToX509Bundles`,
    v1.SubscribeToX509BundlesRequest,
    v1.SubscribeToX509BundlesResponse,
  ),
  FetchJWTSVIDs: unary(
    `${service}/FetchJWTSVIDs`,
    v1.FetchJWTSVIDsRequest,
    v1.FetchJWTSVIDsResponse,
  ),
  SubscribeToJWTBundles: serverStream(
    `${service}/SubscribeToJWTBundles`,
    v1.SubscribeToJWTBundlesRequest,
    v1.SubscribeToJWTBundlesResponse,
  ),
};
