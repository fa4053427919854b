import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { hasCode, messageOf } from '../../../common/errors/spiffe-error.ts';
import type { Init, Method } from '../../../common/rpc/contract.ts';
import { jsonOf, structOf } from '../../../common/rpc/protobuf-struct.ts';
import { credentialComposerService } from '../../../common/rpc/services/server-plugins.ts';
import type { spire } from '../../../proto/gen/spire-plugins.js';
import type {
  CredentialComposer,
  SvidSubject,
  X509CaAttributes,
  X509SvidAttributes,
} from '../../ca/credential-composer.ts';
import { extensionMessage, extensionOf, nameMessage, nameOf } from './name-message.ts';

type Attributes = spire.plugin.server.credentialcomposer.v1.X509SVIDAttributes;
interface Answer<T> {
  readonly attributes: T | null;
}

/**
 * Asks a CredentialComposer plugin that runs in a process of its own. As in SPIRE, what it does not implement,
 * or answers without attributes, stays as it is.
 */
export function externalCredentialComposer(plugin: PluginCalls): CredentialComposer {
  const { ComposeServerX509CA, ComposeServerX509SVID } = credentialComposerService;
  const { ComposeAgentX509SVID, ComposeWorkloadX509SVID, ComposeWorkloadJWTSVID } =
    credentialComposerService;
  const ask = async <Request, T>(
    method: Method<Request, Answer<T>>,
    request: Init<Request>,
  ): Promise<T | null> => {
    try {
      return (await plugin.unary(method, request, { timeoutMs: callMs })).attributes;
    } catch (error) {
      if (hasCode(error, 'UNIMPLEMENTED')) return null;
      throw error;
    }
  };
  const read = <T>(kind: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const text = `plugin returned invalid ${kind} attributes: ${messageOf(error)}`;
      throw plugin.error('INTERNAL', text);
    }
  };
  const svid = async <Request>(
    method: Method<Request, Answer<Attributes>>,
    attributes: X509SvidAttributes,
    more: object = {},
  ): Promise<X509SvidAttributes> => {
    const message = { attributes: svidMessage(attributes), ...more };
    const answer = await ask(method, message as Init<Request>);
    return answer === null ? attributes : read('X509SVID', () => svidAttributesOf(answer));
  };
  const subjectOf = ({ publicKeyDer, spiffeId }: SvidSubject) => ({
    spiffe_id: spiffeId,
    public_key: publicKeyDer,
  });
  return {
    name: plugin.name,
    async composeServerX509Ca(attributes) {
      const answer = await ask(ComposeServerX509CA, { attributes: caMessage(attributes) });
      return answer === null
        ? attributes
        : read('X509CA', () => ({
            subject: nameOf(answer.subject),
            policies: answer.policy_identifiers,
            extraExtensions: answer.extra_extensions.map(extensionOf),
          }));
    },
    composeServerX509Svid: (attributes) => svid(ComposeServerX509SVID, attributes),
    composeAgentX509Svid: (attributes, subject) =>
      svid(ComposeAgentX509SVID, attributes, subjectOf(subject)),
    composeWorkloadX509Svid: (attributes, subject) =>
      svid(ComposeWorkloadX509SVID, attributes, subjectOf(subject)),
    async composeWorkloadJwtSvid(claims, spiffeId) {
      const request = { attributes: { claims: structOf(claims) }, spiffe_id: spiffeId };
      const answer = await ask(ComposeWorkloadJWTSVID, request);
      return answer?.claims ? jsonOf(answer.claims) : claims;
    },
  };
}

function caMessage({ extraExtensions, policies, subject }: X509CaAttributes) {
  return {
    subject: nameMessage(subject),
    policy_identifiers: [...policies],
    extra_extensions: extraExtensions.map(extensionMessage),
  };
}

function svidMessage({ dnsNames, extraExtensions, subject }: X509SvidAttributes) {
  return {
    subject: nameMessage(subject),
    dns_sans: [...dnsNames],
    extra_extensions: extraExtensions.map(extensionMessage),
  };
}

function svidAttributesOf(answer: Attributes): X509SvidAttributes {
  return {
    subject: nameOf(answer.subject),
    dnsNames: answer.dns_sans,
    extraExtensions: answer.extra_extensions.map(extensionOf),
  };
}

const callMs = 30_000;
