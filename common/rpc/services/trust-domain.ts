import { google, spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.trustdomain.v1.TrustDomain';
const { v1 } = spire.api.server.trustdomain;
const { types } = spire.api;
const { protobuf } = google;

/** The methods of `spire.api.server.trustdomain.v1.TrustDomain`. */
export const trustDomainService = {
  ListFederationRelationships: unary(
    `${service}/ListFederationRelationships`,
    v1.ListFederationRelationshipsRequest,
    v1.ListFederationRelationshipsResponse,
  ),
  GetFederationRelationship: unary(
    `${service}/GetFederationRelationship`,
    v1.GetFederationRelationshipRequest,
    types.FederationRelationship,
  ),
  BatchCreateFederationRelationship: unary(
    `${service}/BatchCreateFederationRelationship`,
    v1.BatchCreateFederationRelationshipRequest,
    v1.BatchCreateFederationRelationshipResponse,
  ),
  BatchUpdateFederationRelationship: unary(
    `${service}/BatchUpdateFederationRelationship`,
    v1.BatchUpdateFederationRelationshipRequest,
    v1.BatchUpdateFederationRelationshipResponse,
  ),
  BatchDeleteFederationRelationship: unary(
    `${service}/BatchDeleteFederationRelationship`,
    v1.BatchDeleteFederationRelationshipRequest,
    v1.BatchDeleteFederationRelationshipResponse,
  ),
  RefreshBundle: unary(`${service}/RefreshBundle`, v1.RefreshBundleRequest, protobuf.Empty),
};
