import { descriptorFiles } from '../../proto/gen/descriptors.js';
import type { grpc } from '../../proto/gen/grpc-reflection.js';
import type { Init, Method, ServedMethod } from './contract.ts';
import { serveStream } from './serve.ts';
import { reflectionV1AlphaService } from './services/reflection-v1alpha.ts';
import { reflectionService } from './services/reflection.ts';

/** The fields alone: the messages of v1 and v1alpha are the same but for their package. */
type Fields<T> = { [Name in keyof T]: T[Name] };
type Request = Fields<grpc.reflection.v1.ServerReflectionRequest>;
type Response = Fields<grpc.reflection.v1.ServerReflectionResponse>;
type Answer = Init<Response>;

/**
 * gRPC server reflection, v1 and v1alpha, for a server with these methods: tools such as grpcurl then
 * need no .proto files. Services without a descriptor are listed and not described.
 */
export function createReflection(methods: readonly Pick<ServedMethod, 'method'>[]): ServedMethod[] {
  const served: readonly Method<Request, Response>[] = [
    reflectionService.ServerReflectionInfo,
    reflectionV1AlphaService.ServerReflectionInfo,
  ];
  const paths = [...methods.map(({ method }) => method), ...served].map(({ path }) => path);
  const services = [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].sort();
  return served.map((method) =>
    serveStream<Request, Response>(method, async (stream) => {
      // Imports that went out on this stream are known to the caller.
      const sent = new Set<string>();
      for await (const request of stream.messages) {
        const answer = answerOf(request, services, sent);
        await stream.send({
          valid_host: request.host,
          original_request: request,
          ...answer,
        });
      }
    }),
  );
}

function answerOf(request: Request, services: readonly string[], sent: Set<string>): Answer {
  switch (request.message_request) {
    case 'list_services':
      return { list_services_response: { service: services.map((name) => ({ name })) } };
    case 'file_by_filename':
      return filesOf(byName.get(request.file_by_filename ?? ''), sent);
    case 'file_containing_symbol':
      return filesOf(bySymbol.get(request.file_containing_symbol ?? ''), sent);
    case 'all_extension_numbers_of_type': {
      // proto3 messages have no extensions.
      const name = request.all_extension_numbers_of_type ?? '';
      if (!bySymbol.has(name)) return notFound;
      return { all_extension_numbers_response: { base_type_name: name } };
    }
    case 'file_containing_extension':
      return notFound;
    case undefined:
      break;
  }
  return failure('INVALID_ARGUMENT', 'message_request is required');
}

/** The file and what it imports, each once per stream. */
function filesOf(file: DescriptorFile | undefined, sent: Set<string>): Answer {
  if (file === undefined) return notFound;
  const found = [file];
  for (const { dependencies } of found) {
    for (const name of dependencies) {
      const imported = byName.get(name);
      if (imported !== undefined && !found.includes(imported) && !sent.has(name)) {
        found.push(imported);
      }
    }
  }
  for (const { name } of found) sent.add(name);
  const bytes = found.map(({ base64 }) => Buffer.from(base64, 'base64'));
  return { file_descriptor_response: { file_descriptor_proto: bytes } };
}

function failure(code: 'NOT_FOUND' | 'INVALID_ARGUMENT', text: string): Answer {
  const numbers = { NOT_FOUND: 5, INVALID_ARGUMENT: 3 };
  return { error_response: { error_code: numbers[code], error_message: text } };
}

type DescriptorFile = (typeof descriptorFiles)[number];

const notFound = failure('NOT_FOUND', 'no such file or symbol');
const byName = new Map(descriptorFiles.map((file) => [file.name, file]));
const bySymbol = new Map(
  descriptorFiles.flatMap((file) => file.symbols.map((symbol) => [symbol, file] as const)),
);
