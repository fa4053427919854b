import {
  JWTBundlesRequest,
  JWTBundlesResponse,
  JWTSVIDRequest,
  JWTSVIDResponse,
  ValidateJWTSVIDRequest,
  ValidateJWTSVIDResponse,
  WITBundlesRequest,
  WITBundlesResponse,
  WITSVIDRequest,
  WITSVIDResponse,
  X509BundlesRequest,
  X509BundlesResponse,
  X509SVIDRequest,
  X509SVIDResponse,
} from '../../../proto/gen/workload-api.js';
import { serverStream, unary } from './method.ts';

const service = 'SpiffeWorkloadAPI';

/** The methods of `SpiffeWorkloadAPI`. */
export const workloadService = {
  FetchX509SVID: serverStream(`${service}/FetchX509SVID`, X509SVIDRequest, X509SVIDResponse),
  FetchX509Bundles: serverStream(
    `${service}/FetchX509Bundles`,
    X509BundlesRequest,
    X509BundlesResponse,
  ),
  FetchJWTSVID: unary(`${service}/FetchJWTSVID`, JWTSVIDRequest, JWTSVIDResponse),
  FetchJWTBundles: serverStream(
    `${service}/FetchJWTBundles`,
    JWTBundlesRequest,
    JWTBundlesResponse,
  ),
  ValidateJWTSVID: unary(
    `${service}/ValidateJWTSVID`,
    ValidateJWTSVIDRequest,
    ValidateJWTSVIDResponse,
  ),
  FetchWITSVID: serverStream(`${service}/FetchWITSVID`, WITSVIDRequest, WITSVIDResponse),
  FetchWITBundles: serverStream(
    `${service}/FetchWITBundles`,
    WITBundlesRequest,
    WITBundlesResponse,
  ),
};
