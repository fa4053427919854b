import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.svid.v1.SVID';
const { v1 } = spire.api.server.svid;

/** The methods of `spire.api.server.svid.v1.SVID`. */
export const svidService = {
  MintX509SVID: unary(`${service}/MintX509SVID`, v1.MintX509SVIDRequest, v1.MintX509SVIDResponse),
  MintJWTSVID: unary(`${service}/MintJWTSVID`, v1.MintJWTSVIDRequest, v1.MintJWTSVIDResponse),
  MintWITSVID: unary(`${service}/MintWITSVID`, v1.MintWITSVIDRequest, v1.MintWITSVIDResponse),
  BatchNewX509SVID: unary(
    `${service}/BatchNewX509SVID`,
    v1.BatchNewX509SVIDRequest,
    v1.BatchNewX509SVIDResponse,
  ),
  NewJWTSVID: unary(`${service}/NewJWTSVID`, v1.NewJWTSVIDRequest, v1.NewJWTSVIDResponse),
  BatchNewWITSVID: unary(
    `${service}/BatchNewWITSVID`,
    v1.BatchNewWITSVIDRequest,
    v1.BatchNewWITSVIDResponse,
  ),
  NewDownstreamX509CA: unary(
    `${service}/NewDownstreamX509CA`,
    v1.NewDownstreamX509CARequest,
    v1.NewDownstreamX509CAResponse,
  ),
};
