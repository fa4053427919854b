import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningAgent } from '../local/harness/agent.ts';
import { fromFolder, fromSources, type Programs } from '../local/harness/programs.ts';
import type { RunningServer } from '../local/harness/server.ts';
import { projectRoot } from '../local/harness/workspace.ts';

/** The version under test; older ones on request. */
const spireVersion = process.env['SIGIL_SPIRE'] ?? 'v1.15.3';

/** The real programs, built when this machine has not built them yet. */
export const spire: Programs = fromFolder(
  execFileSync('bash', [join(projectRoot, 'scripts/setup-spire.sh'), spireVersion], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim(),
  'spire',
);

export const ours = fromSources;

/** Every pairing that must work, ours and theirs. */
export const pairings: readonly { readonly name: string; readonly programs: Programs }[] = [
  {
    name: 'our agent with a real spire-server',
    programs: { server: spire.server, agent: ours.agent },
  },
  {
    name: 'a real spire-agent with our server',
    programs: { server: ours.server, agent: spire.agent },
  },
];

interface FetchedSvids {
  readonly svids: readonly { readonly spiffe_id: string; readonly x509_svid: string }[];
}

/** The SPIFFE IDs that this process gets from an agent's Workload API, sorted; empty when none. */
export async function fetchIds(
  agent: RunningAgent,
  command: readonly string[] = [],
): Promise<readonly string[]> {
  return (await fetchSvids(agent, command)).map((svid) => svid.spiffe_id).sort();
}

export async function fetchSvids(
  agent: RunningAgent,
  command: readonly string[] = [],
): Promise<FetchedSvids['svids']> {
  const { code, stdout } = await agent.cli('api', 'fetch', 'x509', '-output', 'json', ...command);
  return code === 0 ? (JSON.parse(stdout) as FetchedSvids).svids : [];
}

/** `unix:uid` of this process: what every test's entries select. */
export const ownSelector = `unix:uid:${process.getuid?.() ?? 0}`;

/** Creates many entries in one call of the command line; none of them matches a caller. */
export async function createBystanders(
  server: RunningServer,
  parentId: string,
  path: string,
  count: number,
): Promise<void> {
  const entries = Array.from({ length: count }, (_, at) => ({
    entry_id: `bystander-${String(at).padStart(5, '0')}`,
    spiffe_id: `spiffe://${server.trustDomain}/bystander/${at}`,
    parent_id: parentId,
    selectors: [{ type: 'unix', value: 'uid:4294967000' }],
  }));
  writeFileSync(path, JSON.stringify({ entries }));
  await server.json('entry', 'create', '-data', path);
}
