import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import protobuf from 'protobufjs';
import type { Method } from '../contract.ts';
import { agentDebugService } from './agent-debug.ts';
import { agentLoggerService } from './agent-logger.ts';
import { agentOperatorService } from './agent-operator.ts';
import { agentPluginNames } from './agent-plugin-names.ts';
import {
  agentNodeAttestorService,
  svidStoreService,
  workloadAttestorService,
} from './agent-plugins.ts';
import { agentService } from './agent.ts';
import { bundleService } from './bundle.ts';
import { delegatedIdentityService } from './delegated-identity.ts';
import { entryService } from './entry.ts';
import { fleetService, nodeTokenService, reviewersService, tokensService } from './fleet.ts';
import { healthService } from './health.ts';
import { localAuthorityService } from './local-authority.ts';
import {
  agentStoreService,
  agentStoreServiceName,
  identityProviderService,
  identityProviderServiceName,
  metricsService,
  metricsServiceName,
} from './plugin-host-services.ts';
import { pluginConfigService, pluginConfigServiceName } from './plugin-protocol.ts';
import {
  bundlePublisherService,
  credentialComposerService,
  notifierService,
  serverNodeAttestorService,
  serverPluginNames,
  upstreamAuthorityService,
} from './server-plugins.ts';
import { rawCodec, withCodecs } from './method.ts';
import { reflectionV1AlphaService } from './reflection-v1alpha.ts';
import { reflectionService } from './reflection.ts';
import { secretDiscoveryService } from './secret-discovery.ts';
import { serverDebugService } from './server-debug.ts';
import { serverEnrollmentService } from './server-enrollment.ts';
import { serverLoggerService } from './server-logger.ts';
import { serverWatchService } from './server-watch.ts';
import { svidService } from './svid.ts';
import { trustDomainService } from './trust-domain.ts';
import { workloadService } from './workload.ts';

type Service = Readonly<Record<string, Pick<Method<unknown, unknown>, 'path' | 'kind'>>>;

const services: readonly [file: string, name: string, service: Service][] = [
  ['spire/api/server/agent/v1/agent.proto', 'spire.api.server.agent.v1.Agent', agentService],
  [
    'sigil/enrollment/v1/enrollment.proto',
    'sigil.enrollment.v1.Enrollment',
    serverEnrollmentService,
  ],
  ['spire/api/server/entry/v1/entry.proto', 'spire.api.server.entry.v1.Entry', entryService],
  ['spire/api/server/svid/v1/svid.proto', 'spire.api.server.svid.v1.SVID', svidService],
  ['spire/api/server/bundle/v1/bundle.proto', 'spire.api.server.bundle.v1.Bundle', bundleService],
  [
    'spire/api/server/trustdomain/v1/trustdomain.proto',
    'spire.api.server.trustdomain.v1.TrustDomain',
    trustDomainService,
  ],
  [
    'spire/api/server/localauthority/v1/localauthority.proto',
    'spire.api.server.localauthority.v1.LocalAuthority',
    localAuthorityService,
  ],
  [
    'spire/api/server/logger/v1/logger.proto',
    'spire.api.server.logger.v1.Logger',
    serverLoggerService,
  ],
  ['spire/api/server/debug/v1/debug.proto', 'spire.api.server.debug.v1.Debug', serverDebugService],
  [
    'spire/api/agent/delegatedidentity/v1/delegatedidentity.proto',
    'spire.api.agent.delegatedidentity.v1.DelegatedIdentity',
    delegatedIdentityService,
  ],
  [
    'spire/api/agent/logger/v1/logger.proto',
    'spire.api.agent.logger.v1.Logger',
    agentLoggerService,
  ],
  ['spire/api/agent/debug/v1/debug.proto', 'spire.agent.debug.v1.Debug', agentDebugService],
  ['sigil/agent/v1/operator.proto', 'sigil.agent.v1.Operator', agentOperatorService],
  ['sigil/server/v1/watch.proto', 'sigil.server.v1.Watch', serverWatchService],
  ['sigil/fleet/v1/fleet.proto', 'sigil.fleet.v1.NodeToken', nodeTokenService],
  ['sigil/fleet/v1/fleet.proto', 'sigil.fleet.v1.Fleet', fleetService],
  ['sigil/fleet/v1/fleet.proto', 'sigil.fleet.v1.Tokens', tokensService],
  ['sigil/fleet/v1/fleet.proto', 'sigil.fleet.v1.Reviewers', reviewersService],
  [
    'spire/plugin/agent/nodeattestor/v1/nodeattestor.proto',
    agentPluginNames.NodeAttestor,
    agentNodeAttestorService,
  ],
  [
    'spire/plugin/agent/workloadattestor/v1/workloadattestor.proto',
    agentPluginNames.WorkloadAttestor,
    workloadAttestorService,
  ],
  ['spire/plugin/agent/svidstore/v1/svidstore.proto', agentPluginNames.SVIDStore, svidStoreService],
  [
    'spire/plugin/server/nodeattestor/v1/nodeattestor.proto',
    serverPluginNames.NodeAttestor,
    serverNodeAttestorService,
  ],
  [
    'spire/plugin/server/upstreamauthority/v1/upstreamauthority.proto',
    serverPluginNames.UpstreamAuthority,
    upstreamAuthorityService,
  ],
  ['spire/plugin/server/notifier/v1/notifier.proto', serverPluginNames.Notifier, notifierService],
  [
    'spire/plugin/server/bundlepublisher/v1/bundlepublisher.proto',
    serverPluginNames.BundlePublisher,
    bundlePublisherService,
  ],
  [
    'spire/plugin/server/credentialcomposer/v1/credentialcomposer.proto',
    serverPluginNames.CredentialComposer,
    credentialComposerService,
  ],
  ['spire/service/common/config/v1/config.proto', pluginConfigServiceName, pluginConfigService],
  ['spire/hostservice/common/metrics/v1/metrics.proto', metricsServiceName, metricsService],
  [
    'spire/hostservice/server/agentstore/v1/agentstore.proto',
    agentStoreServiceName,
    agentStoreService,
  ],
  [
    'spire/hostservice/server/identityprovider/v1/identityprovider.proto',
    identityProviderServiceName,
    identityProviderService,
  ],
  ['spiffe/workload/workload.proto', 'SpiffeWorkloadAPI', workloadService],
  ['grpc/health/v1/health.proto', 'grpc.health.v1.Health', healthService],
  [
    'envoy/service/secret/v3/sds.proto',
    'envoy.service.secret.v3.SecretDiscoveryService',
    secretDiscoveryService,
  ],
  ['grpc/reflection/v1/reflection.proto', 'grpc.reflection.v1.ServerReflection', reflectionService],
  [
    'grpc/reflection/v1alpha/reflection.proto',
    'grpc.reflection.v1alpha.ServerReflection',
    reflectionV1AlphaService,
  ],
];

for (const [file, name, service] of services) {
  test(`the methods of ${name} are those of its .proto file`, () => {
    const described = Object.entries(service).map(([method, { path, kind }]) => [
      method,
      path,
      kind,
    ]);
    const declared = serviceIn(file, name).methodsArray.map((method) => [
      method.name,
      `/${name}/${method.name}`,
      kindOf(method),
    ]);
    assert.deepEqual(described.sort(), declared.sort());
  });
}

test('every service is reached by a message that its codecs encode and decode', () => {
  for (const [, , service] of services) {
    for (const { path, request, response } of Object.values(service) as Method<object, object>[]) {
      for (const codec of [request, response]) {
        assert.deepEqual(
          { ...codec.decode(codec.encode({}).finish()) },
          { ...codec.decode(new Uint8Array()) },
          path,
        );
      }
    }
  }
});

test('the codecs of a method can be replaced, for instance to pass bytes as they are', () => {
  const lean = withCodecs(secretDiscoveryService.StreamSecrets, rawCodec, rawCodec);
  assert.equal(lean.path, '/envoy.service.secret.v3.SecretDiscoveryService/StreamSecrets');
  assert.equal(lean.kind, 'bidi');
  const bytes = Uint8Array.of(1, 2);
  assert.equal(lean.request.decode(bytes), bytes);
  assert.equal(lean.response.encode(bytes).finish(), bytes);
});

function serviceIn(file: string, name: string): protobuf.Service {
  const text = readFileSync(join(import.meta.dirname, '../../../proto', file), 'utf8');
  return protobuf.parse(text, new protobuf.Root(), { keepCase: true }).root.lookupService(name);
}

function kindOf(method: protobuf.Method): string {
  if (method.requestStream === true)
    return method.responseStream === true ? 'bidi' : 'client_stream';
  return method.responseStream === true ? 'server_stream' : 'unary';
}
