import { grpc } from '../../../proto/gen/grpc-reflection.js';
import { bidi } from './method.ts';

const service = 'grpc.reflection.v1.ServerReflection';
const { v1 } = grpc.reflection;

/** The methods of `grpc.reflection.v1.ServerReflection`. */
export const reflectionService = {
  ServerReflectionInfo: bidi(
    `${service}/ServerReflectionInfo`,
    v1.ServerReflectionRequest,
    v1.ServerReflectionResponse,
  ),
};
