import { sigil } from '../../../proto/gen/server-enrollment.js';
import { unary } from './method.ts';

const service = 'sigil.enrollment.v1.Enrollment';
const { v1 } = sigil.enrollment;

/** The methods of `sigil.enrollment.v1.Enrollment`. */
export const serverEnrollmentService = {
  CreateProfile: unary(`${service}/CreateProfile`, v1.CreateProfileRequest, v1.ProfileChange),
  ListProfiles: unary(`${service}/ListProfiles`, v1.ListProfilesRequest, v1.ListProfilesResponse),
  GetProfile: unary(`${service}/GetProfile`, v1.GetProfileRequest, v1.GetProfileResponse),
  ReadBinding: unary(`${service}/ReadBinding`, v1.ReadBindingRequest, v1.ReadBindingResponse),
  BindProfile: unary(`${service}/BindProfile`, v1.BindProfileRequest, v1.ProfileChange),
  UpdateProfile: unary(`${service}/UpdateProfile`, v1.UpdateProfileRequest, v1.ProfileChange),
  RetireProfile: unary(`${service}/RetireProfile`, v1.RetireProfileRequest, v1.ProfileChange),
  CheckPod: unary(`${service}/CheckPod`, v1.CheckPodRequest, v1.CheckPodResponse),
  ListDrift: unary(`${service}/ListDrift`, v1.ListDriftRequest, v1.ListDriftResponse),
};

/** The messages by name, for those who map them. */
export type ProfileSpecMessage = InstanceType<typeof v1.ProfileSpec>;
export type ProfileMessage = InstanceType<typeof v1.Profile>;
export type BindingMessage = InstanceType<typeof v1.Binding>;
export type ReadBindingMessage = InstanceType<typeof v1.ReadBindingResponse>;
export type ProfileChangeMessage = InstanceType<typeof v1.ProfileChange>;
export type CheckPodMessage = InstanceType<typeof v1.CheckPodResponse>;
export type CheckResultMessage = InstanceType<typeof v1.CheckResult>;
export type DriftMessage = InstanceType<typeof v1.Drift>;
