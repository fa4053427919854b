import { spire } from '../../../proto/gen/spire-plugins.js';
import { bidi, serverStream, unary } from './method.ts';

const node = spire.plugin.server.nodeattestor.v1;
const keys = spire.plugin.server.keymanager.v1;
const upstream = spire.plugin.server.upstreamauthority.v1;
const notify = spire.plugin.server.notifier.v1;
const publish = spire.plugin.server.bundlepublisher.v1;
const compose = spire.plugin.server.credentialcomposer.v1;

/** The full names by which the server's plugins say what they serve. */
export const serverPluginNames = {
  NodeAttestor: 'spire.plugin.server.nodeattestor.v1.NodeAttestor',
  KeyManager: 'spire.plugin.server.keymanager.v1.KeyManager',
  UpstreamAuthority: 'spire.plugin.server.upstreamauthority.v1.UpstreamAuthority',
  Notifier: 'spire.plugin.server.notifier.v1.Notifier',
  BundlePublisher: 'spire.plugin.server.bundlepublisher.v1.BundlePublisher',
  CredentialComposer: 'spire.plugin.server.credentialcomposer.v1.CredentialComposer',
} as const;

export const serverNodeAttestorService = {
  Attest: bidi(`${serverPluginNames.NodeAttestor}/Attest`, node.AttestRequest, node.AttestResponse),
};

const { KeyManager, UpstreamAuthority, Notifier, CredentialComposer } = serverPluginNames;

export const keyManagerService = {
  GenerateKey: unary(
    `${KeyManager}/GenerateKey`,
    keys.GenerateKeyRequest,
    keys.GenerateKeyResponse,
  ),
  GetPublicKeys: unary(
    `${KeyManager}/GetPublicKeys`,
    keys.GetPublicKeysRequest,
    keys.GetPublicKeysResponse,
  ),
  SignData: unary(`${KeyManager}/SignData`, keys.SignDataRequest, keys.SignDataResponse),
};

export const upstreamAuthorityService = {
  MintX509CAAndSubscribe: serverStream(
    `${UpstreamAuthority}/MintX509CAAndSubscribe`,
    upstream.MintX509CARequest,
    upstream.MintX509CAResponse,
  ),
  PublishJWTKeyAndSubscribe: serverStream(
    `${UpstreamAuthority}/PublishJWTKeyAndSubscribe`,
    upstream.PublishJWTKeyRequest,
    upstream.PublishJWTKeyResponse,
  ),
  SubscribeToLocalBundle: serverStream(
    `${UpstreamAuthority}/SubscribeToLocalBundle`,
    upstream.SubscribeToLocalBundleRequest,
    upstream.SubscribeToLocalBundleResponse,
  ),
};

export const notifierService = {
  Notify: unary(`${Notifier}/Notify`, notify.NotifyRequest, notify.NotifyResponse),
  NotifyAndAdvise: unary(
    `${Notifier}/NotifyAndAdvise`,
    notify.NotifyAndAdviseRequest,
    notify.NotifyAndAdviseResponse,
  ),
};

export const bundlePublisherService = {
  PublishBundle: unary(
    `${serverPluginNames.BundlePublisher}/PublishBundle`,
    publish.PublishBundleRequest,
    publish.PublishBundleResponse,
  ),
};

export const credentialComposerService = {
  ComposeServerX509CA: unary(
    `${CredentialComposer}/ComposeServerX509CA`,
    compose.ComposeServerX509CARequest,
    compose.ComposeServerX509CAResponse,
  ),
  ComposeServerX509SVID: unary(
    `${CredentialComposer}/ComposeServerX509SVID`,
    compose.ComposeServerX509SVIDRequest,
    compose.ComposeServerX509SVIDResponse,
  ),
  ComposeAgentX509SVID: unary(
    `${CredentialComposer}/ComposeAgentX509SVID`,
    compose.ComposeAgentX509SVIDRequest,
    compose.ComposeAgentX509SVIDResponse,
  ),
  ComposeWorkloadX509SVID: unary(
    `${CredentialComposer}/ComposeWorkloadX509SVID`,
    compose.ComposeWorkloadX509SVIDRequest,
    compose.ComposeWorkloadX509SVIDResponse,
  ),
  ComposeWorkloadJWTSVID: unary(
    `${CredentialComposer}/ComposeWorkloadJWTSVID`,
    compose.ComposeWorkloadJWTSVIDRequest,
    compose.ComposeWorkloadJWTSVIDResponse,
  ),
};
