import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { certificatesFromPem } from '../../common/x509/pem.ts';
import { startAgent, RunningAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';
import { DeclaredPlugin, isRunning } from './test-plugin.ts';

const agentId = 'spiffe://demo.test/spire/agent/go_pop/first';
const web = 'spiffe://demo.test/web';

/** A server and an agent that attest nodes with the Go program. */
async function startPair(
  workspace: Workspace,
  programs: typeof ours,
  more: { readonly server?: readonly string[]; readonly agent?: readonly string[] } = {},
) {
  const serverPop = new DeclaredPlugin(workspace, 'go_pop');
  const server = await startServer(workspace, {
    programs,
    nodeAttestors: [serverPop.body(['server'])],
    plugins: more.server ?? [],
  });
  const agent = await startAgent(workspace, server, {
    programs,
    nodeAttestor: serverPop.body(['agent']),
    plugins: more.agent ?? [],
  });
  return { server, agent, pop: serverPop };
}

function stored(plugin: DeclaredPlugin, name: string): Record<string, unknown> | undefined {
  const path = plugin.path(`${name}.json`);
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
    : undefined;
}

async function createStored(server: RunningServer, name: string, id: string): Promise<string> {
  const made = (await server.json(
    ...['entry', 'create', '-spiffeID', id, '-parentID', agentId, '-storeSVID'],
    ...['-selector', `go_store:name:${name}`],
  )) as { results: { entry: { id: string } }[] };
  return made.results[0]?.entry.id ?? '';
}

const served = (agent: RunningAgent, ids: readonly string[]) =>
  eventually(`the workload gets ${ids.join(' ') || 'nothing'}`, async () =>
    when(JSON.stringify(await fetchIds(agent)) === JSON.stringify(ids)),
  );

// The real pair is the check on the plugin: what holds there is SPIRE's behaviour.
const pairs = [
  { name: 'our agent and our server', programs: ours },
  { name: 'the real spire-agent and spire-server', programs: spire },
] as const;

for (const { name, programs } of pairs) {
  suite(`external plugins of ${name}`, { concurrency: 2 }, () => {
    test('attest a node and its workloads, take a new configuration, and keep X509-SVIDs in a store', () =>
      inWorkspace(async (workspace) => {
        const attestor = new DeclaredPlugin(workspace, 'go_wa');
        const store = new DeclaredPlugin(workspace, 'go_store');
        const { server, agent, pop } = await startPair(workspace, programs, {
          agent: [attestor.declare('WorkloadAttestor'), store.declare('SVIDStore')],
        });
        const attested = await pop.event('attest');
        assert.deepEqual(
          [attested['agent_store'], attested['client_ip'], attested['known']],
          ['NotFound', '127.0.0.1', false],
        );
        assert.deepEqual([attested['identity'], attested['bundle']], ['OK', 'demo.test']);
        const { agents } = (await server.json('agent', 'list')) as {
          agents: { id: { path: string }; can_reattest: boolean; selectors: object[] }[];
        };
        const [listed] = agents;
        assert.ok(listed !== undefined);
        assert.equal(listed.id.path, '/spire/agent/go_pop/first');
        assert.equal(listed.can_reattest, true);
        assert.deepEqual(listed.selectors, [{ type: 'go_pop', value: 'node:first' }]);

        const entry = { spiffeId: web, parentId: agentId };
        await server.createEntry({ ...entry, selectors: ['go_wa:label:first', ownSelector] });
        const other = 'spiffe://demo.test/other';
        await server.createEntry({ ...entry, spiffeId: other, selectors: ['go_wa:label:second'] });
        const kept = await createStored(server, 'kept', 'spiffe://demo.test/kept');
        await served(agent, [web]);
        const file = await eventually('the store has it', () => stored(store, 'kept'));
        assert.deepEqual(
          [file['spiffe_id'], file['roots'], file['federated']],
          ['spiffe://demo.test/kept', 1, {}],
        );

        attestor.configure('second');
        agent.process.kill('SIGUSR1');
        await attestor.event('configure', 2);
        await served(agent, [other]);
        // What is broken is refused, and what was there goes on.
        attestor.configure('third', 'refuse = true');
        const offset = agent.process.output.length;
        agent.process.kill('SIGUSR1');
        await agent.process.printed(/Failed to reconfigure plugin/, { offset });
        await served(agent, [other]);

        const moved = ['-entryID', kept, '-spiffeID', 'spiffe://demo.test/kept', '-storeSVID'];
        await server.json(
          ...['entry', 'update', ...moved],
          ...['-parentID', agentId, '-selector', 'go_store:name:moved'],
        );
        await eventually('it moved', () =>
          when(stored(store, 'moved') !== undefined && stored(store, 'kept') === undefined),
        );
        assert.equal((await server.cli('entry', 'delete', '-entryID', kept)).code, 0);
        await eventually('it is gone', () => when(stored(store, 'moved') === undefined));
        const { pid } = await attestor.event('configure');
        await agent.process.stop();
        assert.equal(isRunning(pid), false);
      }));

    test('sign for the server, compose what it issues and hear of its bundle', () =>
      inWorkspace(async (workspace) => {
        const keys = new DeclaredPlugin(workspace, 'go_keys');
        const upstream = new DeclaredPlugin(workspace, 'go_upstream');
        const composer = new DeclaredPlugin(workspace, 'go_composer');
        const notifier = new DeclaredPlugin(workspace, 'go_notifier');
        const publisher = new DeclaredPlugin(workspace, 'go_publisher');
        const server = await startServer(workspace, {
          programs,
          keyManagerPlugin: keys.declare('KeyManager'),
          settings: ['ca_key_type = "ec-p384"'],
          plugins: [
            upstream.declare('UpstreamAuthority'),
            composer.declare('CredentialComposer'),
            notifier.declare('Notifier'),
            publisher.declare('BundlePublisher'),
          ],
        });
        const [first] = keys.events('generate_key');
        assert.equal(first?.['key_id'], 'x509-CA-A');
        assert.match(String((await upstream.event('mint'))['subject']), /OU=composed/);
        const loaded = await notifier.event('bundle_loaded');
        assert.deepEqual([loaded['trust_domain'], loaded['roots']], ['demo.test', 1]);
        const published = await publisher.event('publish');
        assert.deepEqual([published['trust_domain'], published['roots']], ['demo.test', 1]);

        const minted = await server.cli(
          ...['x509', 'mint', '-spiffeID', web, '-write', workspace.path()],
        );
        assert.equal(minted.code, 0, minted.stderr);
        const pem = readFileSync(workspace.path('svid.pem'), 'utf8');
        const [leaf, issuer] = certificatesFromPem(pem).map(parseCertificate);
        assert.ok(leaf !== undefined && issuer !== undefined);
        const { subject, subjectAltName, infoAccess } = new X509Certificate(leaf.der);
        assert.equal(infoAccess, undefined);
        assert.match(subject, /CN=composed/);
        assert.match(subject, /1\.3\.6\.1\.4\.1\.55555\.1=spiffe:\/\/demo\.test\/web/);
        assert.match(String(subjectAltName), /DNS:composed\.test/);
        assert.deepEqual(
          leaf.extensions.get('1.3.6.1.4.1.55555.2')?.value,
          Buffer.from([0x05, 0x00]),
        );
        assert.equal(
          new X509Certificate(leaf.der).checkIssued(new X509Certificate(issuer.der)),
          true,
        );
        const jwt = await server.cli('jwt', 'mint', '-spiffeID', web, '-audience', 'a');
        const claims = JSON.parse(
          Buffer.from(jwt.stdout.trim().split('.')[1] ?? '', 'base64url').toString(),
        ) as Record<string, unknown>;
        assert.equal(claims['composed'], web);
        assert.equal(Number.isInteger(claims['exp']), true);

        composer.configure('second');
        server.process.kill('SIGUSR1');
        assert.equal((await composer.event('configure', 2))['label'], 'second');
        assert.equal(notifier.events('configure').length, 1);

        // The same keys and the same root after a restart.
        await server.process.stop('SIGKILL');
        await server.start();
        assert.equal(upstream.events('mint').length, 1);
      }));
  });
}

suite('our agent with an external plugin', { concurrency: 2 }, () => {
  test('starts one again that was killed, forwards its log without secrets, and takes it along when it is killed itself', () =>
    inWorkspace(async (workspace) => {
      const attestor = new DeclaredPlugin(workspace, 'go_wa');
      const { server, agent } = await startPair(workspace, ours, {
        agent: [attestor.declare('WorkloadAttestor')],
      });
      await server.createEntry({
        spiffeId: web,
        parentId: agentId,
        selectors: ['go_wa:label:first'],
      });
      await served(agent, [web]);
      const { pid } = await attestor.event('configure');
      process.kill(pid, 'SIGKILL');
      await agent.process.printed(/Plugin process exited/);
      const next = await attestor.event('configure', 2);
      assert.notEqual(next.pid, pid);
      await served(agent, [web]);
      assert.match(agent.process.output, /level=warn\S* msg="Test plugin configured"/);
      assert.match(agent.process.output, /this line goes to standard output/);
      assert.doesNotMatch(agent.process.output, /do-not-log-me/);
      await agent.process.stop('SIGKILL');
      await eventually('the plugin is gone too', () => when(!isRunning(next.pid)));
    }));

  const misbehaviours = [
    ['whose file is not the one of its checksum', [], 'ab'.repeat(32), /checksums did not match/],
    ['that prints something else', ['garbage'], undefined, /Unrecognized remote plugin message/],
    ['that ends at once', ['exit'], undefined, /exit code 7; it wrote: cannot open the TPM/],
  ] as const;
  for (const [what, args, checksum, expected] of misbehaviours) {
    test(`refuses to start with one ${what}, and validates nothing of it`, () =>
      inWorkspace(async (workspace) => {
        const attestor = new DeclaredPlugin(workspace, 'go_wa');
        const pop = new DeclaredPlugin(workspace, 'go_pop');
        const server = await startServer(workspace);
        const agent = new RunningAgent(workspace, server, {
          programs: ours,
          nodeAttestor: pop.body(['agent']),
          plugins: [attestor.declare('WorkloadAttestor', args, checksum)],
        });
        writeFileSync(agent.bundlePath, await server.bundlePem());
        const checked = agent.cli('validate', '-config', agent.configPath);
        const launched = agent.launch();
        assert.equal((await launched.ended()).code, 1);
        assert.match(launched.output, /failed to load plugin \\?"go_wa/);
        assert.match(launched.output, expected);
        const { code, stderr } = await checked;
        assert.equal(code, 1);
        assert.match(stderr, expected);
      }));
  }
});
