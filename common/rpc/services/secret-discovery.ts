import { envoy } from '../../../proto/gen/envoy-sds.js';
import { bidi, unary } from './method.ts';

const service = 'envoy.service.secret.v3.SecretDiscoveryService';
const discovery = envoy.service.discovery.v3;

/** The methods of `envoy.service.secret.v3.SecretDiscoveryService`. */
export const secretDiscoveryService = {
  DeltaSecrets: bidi(
    `${service}/DeltaSecrets`,
    discovery.DeltaDiscoveryRequest,
    discovery.DeltaDiscoveryResponse,
  ),
  StreamSecrets: bidi(
    `${service}/StreamSecrets`,
    discovery.DiscoveryRequest,
    discovery.DiscoveryResponse,
  ),
  FetchSecrets: unary(
    `${service}/FetchSecrets`,
    discovery.DiscoveryRequest,
    discovery.DiscoveryResponse,
  ),
};
