import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';
import type { Init, ServedMethod } from './contract.ts';
import type { grpc } from '../../proto/gen/grpc-reflection.js';
import { systemClock } from '../clock/clock.ts';
import { silentLogger } from '../log/logger.ts';
import { createPeerTracker } from '../peertracker/peer-tracker.ts';
import { createReflection } from './reflection.ts';
import { dialUnix } from './rpc-channel.ts';
import { createRpcServer } from './rpc-server.ts';
import { healthService } from './services/health.ts';
import { reflectionV1AlphaService } from './services/reflection-v1alpha.ts';
import { reflectionService } from './services/reflection.ts';
import { workloadService } from './services/workload.ts';

type Request = Init<grpc.reflection.v1.ServerReflectionRequest>;
/** The fields alone: those of v1 and v1alpha are the same. */
type Fields<T> = { [Name in keyof T]: T[Name] };
type Response = Fields<grpc.reflection.v1.ServerReflectionResponse>;

const described: readonly Pick<ServedMethod, 'method'>[] = [
  { method: workloadService.FetchX509SVID },
  { method: workloadService.FetchJWTSVID },
  { method: healthService.Check },
];

/** Asks on one stream and returns the answers in order. */
async function ask(t: TestContext, requests: readonly Request[], alpha = false) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-reflection-'));
  const path = join(folder, 'api.sock');
  const server = createRpcServer({
    methods: createReflection(described),
    log: silentLogger,
    clock: systemClock,
  });
  await server.listenUnix({ path, mode: 0o700, trackPeers: createPeerTracker() });
  const channel = dialUnix(path);
  t.after(async () => {
    channel.close();
    await server.close({ graceMs: 0 });
    rmSync(folder, { recursive: true });
  });
  const service = alpha ? reflectionV1AlphaService : reflectionService;
  const stream = channel.open(service.ServerReflectionInfo);
  const answers: Response[] = [];
  for (const request of requests) await stream.send(request);
  stream.end();
  for await (const answer of stream.messages) answers.push(answer);
  return answers;
}

const { FileDescriptorProto } = descriptor as unknown as { FileDescriptorProto: protobuf.Type };

function filesOf(answer: Response | undefined) {
  const bytes = answer?.file_descriptor_response?.file_descriptor_proto ?? [];
  return bytes.map((one) => FileDescriptorProto.toObject(FileDescriptorProto.decode(one)));
}

for (const alpha of [false, true]) {
  test(`the services are listed over ${alpha ? 'v1alpha' : 'v1'}`, async (t) => {
    const [answer] = await ask(t, [{ list_services: '' }], alpha);
    assert.deepEqual(
      answer?.list_services_response?.service.map(({ name }) => name),
      [
        'SpiffeWorkloadAPI',
        'grpc.health.v1.Health',
        'grpc.reflection.v1.ServerReflection',
        'grpc.reflection.v1alpha.ServerReflection',
      ],
    );
  });
}

test('a symbol comes with its file and the imports of it, once per stream', async (t) => {
  const symbol = { file_containing_symbol: 'SpiffeWorkloadAPI.FetchX509SVID' };
  const [first, second] = await ask(t, [symbol, symbol]);
  assert.deepEqual(
    filesOf(first).map((file) => file['name'] as string),
    ['spiffe/workload/workload.proto', 'google/protobuf/struct.proto'],
  );
  assert.equal(filesOf(second).length, 1);
});

test('a described service is what its .proto file says', async (t) => {
  const [answer] = await ask(t, [{ file_by_filename: 'spiffe/workload/workload.proto' }]);
  const [file] = filesOf(answer);
  const source = new protobuf.Root();
  source.resolvePath = (_, target) => join(import.meta.dirname, '../../proto', target);
  await source.load('spiffe/workload/workload.proto', { keepCase: true });
  const wanted = source.lookupType('X509SVIDResponse');
  const messages = file?.['messageType'] as { name: string; field: Record<string, unknown>[] }[];
  const fields = messages.find(({ name }) => name === 'X509SVIDResponse')?.field;
  assert.deepEqual(
    fields?.map((one) => [one['name'], one['number']]),
    wanted.fieldsArray.map((one) => [one.name, one.id]),
  );
  assert.equal(fields[0]?.['typeName'], '.X509SVID');
  assert.deepEqual(fields[2]?.['typeName'], '.X509SVIDResponse.FederatedBundlesEntry');
  const [service] = file?.['service'] as { method: Record<string, unknown>[] }[];
  assert.deepEqual(
    service?.method.find((one) => one['name'] === 'FetchX509SVID'),
    {
      name: 'FetchX509SVID',
      inputType: '.X509SVIDRequest',
      outputType: '.X509SVIDResponse',
      clientStreaming: false,
      serverStreaming: true,
    },
  );
});

test('what is unknown is an error in the answer, and the stream goes on', async (t) => {
  const extension = { containing_type: 'X509SVID', extension_number: 1 };
  const answers = await ask(t, [
    { file_by_filename: '../../etc/passwd' },
    { file_containing_symbol: '__proto__' },
    { file_containing_extension: extension },
    { all_extension_numbers_of_type: 'nobody' },
    {},
    { all_extension_numbers_of_type: 'X509SVID' },
  ]);
  assert.deepEqual(
    answers.map((answer) => answer.error_response?.error_code),
    [5, 5, 5, 5, 3, undefined],
  );
  assert.equal(answers[5]?.all_extension_numbers_response?.base_type_name, 'X509SVID');
});
