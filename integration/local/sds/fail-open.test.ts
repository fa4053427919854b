// An Envoy that is given an empty validation context, a secret without a type or a certificate in place
// of a bundle acknowledges it and stops verifying peers. No view may make us send one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { Identity } from '../../../common/spiffe/identity-view.ts';
import { Secret } from '../../../common/secret/secret.ts';
import { aView, anEmptyBundle } from '../../../testkit/envoy-views.ts';
import { createTestCa, type TestCa } from '../../../testkit/test-ca.ts';
import { eventually, when } from '../harness/poll.ts';
import { Workspace } from '../harness/workspace.ts';
import { identityOf, serveScript } from './scripted-agent.ts';
import { credentialsOf, serialOf, shakeHands, type Credentials } from './tls-client.ts';
import { startTlsEnvoy } from './tls-envoy.ts';

const marker = 'spiffe://lab.test/z-marker';

let workspace: Workspace;
let ca: TestCa;
let web: Identity;
let trustDomainItself: Identity;
let friend: Credentials;
let strangers: readonly (Credentials | undefined)[];

before(async () => {
  workspace = new Workspace();
  ca = await createTestCa({ trustDomain: 'lab.test' });
  const impostor = await createTestCa({ trustDomain: 'lab.test' });
  web = identityOf(await ca.issue('spiffe://lab.test/web'));
  trustDomainItself = identityOf(await ca.issue('spiffe://lab.test'));
  friend = credentialsOf(await ca.issue('spiffe://lab.test/friend'));
  strangers = [undefined, credentialsOf(await impostor.issue('spiffe://lab.test/friend'))];
});
after(() => workspace.dispose());

interface Nasty {
  readonly what: string;
  readonly identities: () => readonly Identity[];
  readonly bundle: () => Bundle;
  readonly federated?: readonly Bundle[];
}

const withSvid = (change: object) => () => [{ ...web, svid: { ...web.svid, ...change } }];
const nasty: readonly Nasty[] = [
  { what: 'no root', identities: () => [web], bundle: () => anEmptyBundle('lab.test') },
  {
    what: 'a root without bytes',
    identities: () => [web],
    bundle: () => ({ ...ca.bundle, x509Authorities: [{ der: new Uint8Array(), tainted: false }] }),
  },
  { what: 'no certificate', identities: withSvid({ chainDer: [] }), bundle: () => ca.bundle },
  {
    what: 'a certificate without bytes',
    identities: withSvid({ chainDer: [new Uint8Array()] }),
    bundle: () => ca.bundle,
  },
  {
    what: 'no key',
    identities: withSvid({ privateKeyDer: new Secret(new Uint8Array()) }),
    bundle: () => ca.bundle,
  },
  { what: 'no identity', identities: () => [], bundle: () => ca.bundle },
  {
    what: 'an identity named as the trust domain',
    identities: () => [trustDomainItself, web],
    bundle: () => ca.bundle,
  },
  {
    what: 'an identity named as the trust domain and no root',
    identities: () => [trustDomainItself],
    bundle: () => anEmptyBundle('lab.test'),
  },
  {
    what: 'a federated bundle without roots',
    identities: () => [web],
    bundle: () => ca.bundle,
    federated: [anEmptyBundle('partner.test')],
  },
];

for (const apiType of ['GRPC', 'DELTA_GRPC'] as const) {
  test(`over ${apiType} no view opens an Envoy that has no SAN matchers`, async () => {
    const name = `bare-${apiType}`;
    const agent = await serveScript(workspace, name, { certificate_delay: '20ms' });
    const roots = ['ROOTCA', 'ALL', 'spiffe://lab.test'];
    const envoy = await startTlsEnvoy(workspace, {
      name,
      socketPath: agent.socketPath,
      apiType,
      listeners: [
        ...roots.map((bundle) => ({ bundle, context: 'bare' as const })),
        { certificate: marker, context: 'bare' },
      ],
    });
    const markerPort = envoy.ports.at(-1) ?? 0;
    /** Publishes, and waits until the last certificate of the view is in use. */
    const publish = async ({ identities, bundle, federated = [] }: Omit<Nasty, 'what'>) => {
      const last = identityOf(await ca.issue(marker));
      agent.publish(aView({ identities: [...identities(), last], bundle: bundle(), federated }));
      await eventually('the view has reached the Envoy', async () => {
        const { serialNumber } = await shakeHands(markerPort, friend);
        return when(serialNumber === serialOf(last.svid));
      });
    };
    await publish({ identities: () => [web], bundle: () => ca.bundle });
    await envoy.admin.ready();

    for (const view of nasty) {
      await publish(view);
      for (const port of envoy.ports) {
        for (const stranger of strangers) {
          const { outcome } = await shakeHands(port, stranger);
          assert.equal(outcome, 'refused', `${view.what}: port ${port}`);
        }
        const { outcome, reason } = await shakeHands(port, friend);
        assert.equal(outcome, 'served', `${view.what}: ${reason}`);
      }
    }
    assert.equal(await envoy.admin.sum('^sds\\..*update_rejected$'), 0);
    assert.doesNotMatch(await envoy.admin.configDump(), /"(trusted_ca|trust_bundle)": \{\}/);
  });

  test(`over ${apiType} a combined context whose bundle names a certificate stays closed, and we tell why`, async () => {
    const name = `slot-${apiType}`;
    const agent = await serveScript(workspace, name);
    const envoy = await startTlsEnvoy(workspace, {
      name,
      socketPath: agent.socketPath,
      apiType,
      listeners: [{ bundle: 'default' }, {}],
    });
    agent.publish(aView({ identities: [web], bundle: ca.bundle }));
    await eventually('the refusal', () =>
      when(agent.metrics.value('sds_nack_total certificate wrong_slot') > 0),
    );
    const [wrong = 0, right = 0] = envoy.ports;
    await eventually('the other listener serves', async () =>
      when((await shakeHands(right, friend)).outcome === 'served'),
    );
    for (const client of [...strangers, friend]) {
      assert.equal((await shakeHands(wrong, client)).outcome, 'refused');
    }
    assert.match(agent.log.lines.join('\n'), /SAN-based verification .* without trusted CA/);
    assert.equal(agent.metrics.total('sds_nack_total'), 1);
  });
}
