import { grpc } from '../../../proto/gen/grpc-reflection-v1alpha.js';
import { bidi } from './method.ts';

const service = 'grpc.reflection.v1alpha.ServerReflection';
const v1 = grpc.reflection.v1alpha;

/** The methods of `grpc.reflection.v1alpha.ServerReflection`. */
export const reflectionV1AlphaService = {
  ServerReflectionInfo: bidi(
    `${service}/ServerReflectionInfo`,
    v1.ServerReflectionRequest,
    v1.ServerReflectionResponse,
  ),
};
