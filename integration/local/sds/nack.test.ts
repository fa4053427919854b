// What a real Envoy refuses, and how it is healed. The manager checks every X509-SVID, so only a
// scripted source gets a bad one this far.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { X509Svid } from '../../../common/spiffe/x509-svid.ts';
import type { NameRecord } from '../../../sds/registry.ts';
import { aView } from '../../../testkit/envoy-views.ts';
import { createTestCa, type TestCa } from '../../../testkit/test-ca.ts';
import { eventually, when } from '../harness/poll.ts';
import { Workspace } from '../harness/workspace.ts';
import { identityOf, serveScript, type ScriptedAgent } from './scripted-agent.ts';
import { credentialsOf, serialOf as hex, shakeHands, type Credentials } from './tls-client.ts';
import { startTlsEnvoy, type TlsEnvoy } from './tls-envoy.ts';

const web = 'spiffe://lab.test/web';
const names = ['default', 'ROOTCA'] as const;
type Name = (typeof names)[number];

let workspace: Workspace;
let ca: TestCa;
/** Another authority of the same trust domain. */
let nextCa: TestCa;
let good: X509Svid;
let bad: X509Svid;
let later: X509Svid;
let both: Bundle;
let ofCa: Credentials;
let ofNextCa: Credentials;

before(async () => {
  workspace = new Workspace();
  ca = await createTestCa({ trustDomain: 'lab.test' });
  nextCa = await createTestCa({ trustDomain: 'lab.test' });
  good = await ca.issue(web);
  bad = await ca.issue(web, { fault: 'wrong_key' });
  later = await ca.issue(web);
  both = {
    ...ca.bundle,
    x509Authorities: [...ca.bundle.x509Authorities, ...nextCa.bundle.x509Authorities],
  };
  ofCa = credentialsOf(await ca.issue('spiffe://lab.test/client'));
  ofNextCa = credentialsOf(await nextCa.issue('spiffe://lab.test/client'));
});
after(() => workspace.dispose());

for (const apiType of ['GRPC', 'DELTA_GRPC'] as const) {
  describe(apiType, { concurrency: true }, () => {
    test('a key that does not fit is refused once, the last good certificate heals the Envoy', async () => {
      const lab = await startLab('key', apiType);
      lab.publish(good, ca.bundle);
      await lab.envoy.admin.ready(60_000);
      assert.equal(await lab.served(), hex(good));

      lab.publish(bad, ca.bundle);
      await lab.until('the refused certificate is replaced', ({ default: one }) => isHealed(one));
      assert.equal(lab.agent.metrics.value('sds_nack_total certificate key_mismatch'), 1);
      assert.equal(await lab.served(), hex(good));

      // Without the healing, Envoy would refuse this with the text of the certificate.
      lab.publish(bad, both);
      await lab.admits(ofNextCa);
      assert.equal(await lab.served(), hex(good));

      lab.publish(later, both);
      await lab.serves(later);
      assert.deepEqual(await lab.rejections(), { default: 1, ROOTCA: 0 });
      assert.equal(lab.agent.metrics.total('sds_nack_total'), 1);
      // First and second content, the healing, the last; the roots twice.
      assert.equal(lab.agent.metrics.total('sds_resources_sent_total'), 6);
    });

    test('a refusal that comes on the stream of the roots heals the certificate', async () => {
      const lab = await startLab('other', apiType);
      // Without roots the context is incomplete, and Envoy acknowledges whatever certificate comes.
      lab.publish(good, { ...ca.bundle, x509Authorities: [] });
      await lab.until('the certificate is taken', ({ default: one }) => isTaken(one, good));
      lab.publish(bad, { ...ca.bundle, x509Authorities: [] });
      await lab.until('the bad one too', ({ default: one }) => isTaken(one, bad));

      lab.publish(bad, ca.bundle);
      await lab.serves(good);
      assert.deepEqual(await lab.rejections(), { default: 0, ROOTCA: 1 });
      assert.equal(lab.agent.metrics.value('sds_nack_total bundle key_mismatch'), 1);
      assert.match(
        lab.agent.log.lines.join('\n'),
        /on the stream of another one.*"name":"default"/,
      );
      assert.equal((await lab.record()).ROOTCA.quarantined, false);

      lab.publish(later, both);
      await lab.serves(later);
      await lab.admits(ofNextCa);
      assert.deepEqual(await lab.rejections(), { default: 0, ROOTCA: 1 });
    });

    test('roots that are no certificates are refused once, the last good ones heal the Envoy', async () => {
      const lab = await startLab('roots', apiType);
      lab.publish(good, ca.bundle);
      await lab.envoy.admin.ready(60_000);
      const garbage = { der: Uint8Array.of(0x30, 3, 2, 1, 5), tainted: false };
      const broken = { ...ca.bundle, x509Authorities: [...ca.bundle.x509Authorities, garbage] };
      lab.publish(good, broken);
      await lab.until('the refused roots are replaced', ({ ROOTCA: one }) => isHealed(one));
      assert.equal(lab.agent.metrics.value('sds_nack_total bundle bad_ca'), 1);

      lab.publish(later, broken);
      await lab.serves(later);
      lab.publish(later, both);
      await lab.admits(ofNextCa);
      assert.deepEqual(await lab.rejections(), { default: 0, ROOTCA: 1 });
    });

    test('an Envoy that got nothing but a bad certificate stays closed and is not asked again until a good one comes', async () => {
      const lab = await startLab('first', apiType);
      lab.publish(bad, ca.bundle);
      await eventually('the refusal', () => when(lab.agent.metrics.total('sds_nack_total') > 0));
      const sent = lab.agent.metrics.total('sds_responses_total');
      assert.equal((await shakeHands(lab.port, ofCa)).outcome, 'refused');

      lab.publish(later, ca.bundle);
      await lab.serves(later);
      assert.equal(lab.agent.metrics.total('sds_nack_total'), 1);
      assert.equal(lab.agent.metrics.total('sds_responses_total'), sent + 1);
    });
  });
}

class Lab {
  readonly agent: ScriptedAgent;
  readonly envoy: TlsEnvoy;

  constructor(agent: ScriptedAgent, envoy: TlsEnvoy) {
    this.agent = agent;
    this.envoy = envoy;
  }

  get port(): number {
    return this.envoy.ports[0] ?? 0;
  }

  publish(svid: X509Svid, bundle: Bundle): void {
    this.agent.publish(aView({ identities: [identityOf(svid)], bundle }));
  }

  record(): Promise<Record<Name, NameRecord>> {
    return eventually('the Envoy asks for both secrets', () => {
      const all = this.agent.registry.list().flatMap((stream) => stream.names);
      const [certificate, bundle] = names.map((name) => all.find((one) => one.name === name));
      if (certificate === undefined || bundle === undefined) return undefined;
      return { default: certificate, ROOTCA: bundle };
    });
  }

  async until(what: string, check: (record: Record<Name, NameRecord>) => boolean): Promise<void> {
    await eventually(what, async () => when(check(await this.record())));
  }

  /** Shakes hands as a client that is welcome; the serial number of the certificate shown. */
  async served(client = ofCa): Promise<string> {
    const { outcome, reason, serialNumber } = await shakeHands(this.port, client);
    assert.equal(outcome, 'served', reason);
    return serialNumber;
  }

  async serves(svid: X509Svid): Promise<void> {
    await eventually('the new certificate is in use', async () =>
      when((await shakeHands(this.port, ofCa)).serialNumber === hex(svid)),
    );
  }

  /** Waits until a client gets in. */
  async admits(client: Credentials): Promise<void> {
    await eventually('the client is verified', async () =>
      when((await shakeHands(this.port, client)).outcome === 'served'),
    );
  }

  async rejections(): Promise<Record<Name, number>> {
    const { admin } = this.envoy;
    const [certificate, bundle] = await Promise.all(
      names.map((name) => admin.sum(`^sds\\.${name}\\.update_rejected$`)),
    );
    return { default: certificate ?? 0, ROOTCA: bundle ?? 0 };
  }
}

async function startLab(story: string, apiType: 'GRPC' | 'DELTA_GRPC'): Promise<Lab> {
  const name = `${story}-${apiType}`;
  const agent = await serveScript(workspace, name);
  const { socketPath } = agent;
  return new Lab(agent, await startTlsEnvoy(workspace, { name, socketPath, apiType }));
}

/** The Envoy acknowledged this certificate, which does not mean that it uses it. */
function isTaken({ serialNumber, versionSent, versionAcked }: NameRecord, svid: X509Svid): boolean {
  return serialNumber === svid.serialNumber && versionSent === versionAcked;
}

/** The last good content went out again, as a version of its own, and was taken. */
function isHealed({ versionSent, versionAcked }: NameRecord): boolean {
  return versionSent?.endsWith('-1') === true && versionSent === versionAcked;
}
