import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.bundle.v1.Bundle';
const { v1 } = spire.api.server.bundle;
const { types } = spire.api;

/** The methods of `spire.api.server.bundle.v1.Bundle`. */
export const bundleService = {
  CountBundles: unary(`${service}/CountBundles`, v1.CountBundlesRequest, v1.CountBundlesResponse),
  GetBundle: unary(`${service}/GetBundle`, v1.GetBundleRequest, types.Bundle),
  AppendBundle: unary(`${service}/AppendBundle`, v1.AppendBundleRequest, types.Bundle),
  PublishJWTAuthority: unary(
    `${service}/PublishJWTAuthority`,
    v1.PublishJWTAuthorityRequest,
    v1.PublishJWTAuthorityResponse,
  ),
  PublishWITAuthority: unary(
    `${service}/PublishWITAuthority`,
    v1.PublishWITAuthorityRequest,
    v1.PublishWITAuthorityResponse,
  ),
  ListFederatedBundles: unary(
    `${service}/ListFederatedBundles`,
    v1.ListFederatedBundlesRequest,
    v1.ListFederatedBundlesResponse,
  ),
  GetFederatedBundle: unary(
    `${service}/GetFederatedBundle`,
    v1.GetFederatedBundleRequest,
    types.Bundle,
  ),
  BatchCreateFederatedBundle: unary(
    `${service}/BatchCreateFederatedBundle`,
    v1.BatchCreateFederatedBundleRequest,
    v1.BatchCreateFederatedBundleResponse,
  ),
  BatchUpdateFederatedBundle: unary(
    `${service}/BatchUpdateFederatedBundle`,
    v1.BatchUpdateFederatedBundleRequest,
    v1.BatchUpdateFederatedBundleResponse,
  ),
  BatchSetFederatedBundle: unary(
    `${service}/BatchSetFederatedBundle`,
    v1.BatchSetFederatedBundleRequest,
    v1.BatchSetFederatedBundleResponse,
  ),
  BatchDeleteFederatedBundle: unary(
    `${service}/BatchDeleteFederatedBundle`,
    v1.BatchDeleteFederatedBundleRequest,
    v1.BatchDeleteFederatedBundleResponse,
  ),
};
