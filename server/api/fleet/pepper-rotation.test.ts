import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { tokensService, nodeTokenService } from '../../../common/rpc/services/fleet.ts';
import { startFleetMember, type FleetMember } from '../../../testkit/fleet-member.ts';
import { withPostgres } from '../../../testkit/postgres.ts';
import { attestWithToken } from '../../../testkit/running-server.ts';

const call = { timeoutMs: 10_000 };

/** Nodes that attest at one of two servers and report to the other, until they are told to stop. */
class Load {
  readonly #members: readonly FleetMember[];
  readonly #clusterToken: string;
  readonly refusals: string[] = [];
  verified = 0;
  #stopping = false;

  constructor(members: readonly FleetMember[], clusterToken: string) {
    this.#members = members;
    this.#clusterToken = clusterToken;
  }

  run(): Promise<unknown> {
    return Promise.all([0, 1].map((worker) => this.#work(worker)));
  }

  stop(): void {
    this.#stopping = true;
  }

  /** Resolves when so many more tokens were verified. */
  async progress(count: number): Promise<void> {
    const target = this.verified + count;
    while (this.verified < target) await turn();
  }

  async #work(worker: number): Promise<void> {
    const nodeTokens: string[] = [];
    for (let at = worker; !this.#stopping; at++) {
      const here = this.#members[at % 2]!;
      const there = this.#members[(at + 1) % 2]!;
      const token = await this.#admitted(here);
      if (token !== undefined) nodeTokens.push(token);
      // Old ones too, which are still stored under the key before.
      for (const node of nodeTokens.slice(-3)) await this.#report(there, node);
    }
  }

  /** The token of a node that was let in; undefined while the server starts anew. */
  async #admitted({ server }: FleetMember): Promise<string | undefined> {
    try {
      const agent = server.dial(await attestWithToken(server, this.#clusterToken));
      const { token } = await agent.unary(nodeTokenService.IssueNodeToken, {}, call);
      this.verified++;
      return token;
    } catch (error) {
      if (/token/i.test(String(error))) this.refusals.push(String(error));
      return undefined;
    }
  }

  async #report(member: FleetMember, token: string): Promise<void> {
    const status = await member.beat(token).catch(() => undefined);
    if (status === 200) this.verified++;
    if (status === 401) this.refusals.push('a node token was refused');
  }
}

await withPostgres('keys of tokens are replaced on two running servers', (postgres) => {
  test('ENR-25 no server refuses a token in any step of a rotation, under load', async (t) => {
    const where = await postgres.emptySchema();
    const a = await startFleetMember(t, where);
    const b = await startFleetMember(t, where);
    const { token } = await a.server.admin.unary(
      tokensService.CreateClusterToken,
      { ttl_seconds: 600, max_uses: 10_000 },
      call,
    );
    const load = new Load([a, b], token);
    const running = load.run();
    const steps: readonly (() => Promise<void>)[] = [
      () => Promise.resolve(),
      () => a.rekey('k1', ['k1', 'k2']),
      () => b.rekey('k1', ['k1', 'k2']),
      () => a.rekey('k2', ['k1', 'k2']),
      () => b.rekey('k2', ['k1', 'k2']),
    ];
    for (const step of steps) {
      await step();
      await load.progress(40);
    }
    load.stop();
    await running;
    assert.deepEqual(load.refusals, []);
    const { keys } = await a.server.admin.unary(tokensService.GetPepperStatus, {}, call);
    const used = new Map(keys.map(({ id, cluster_tokens: count }) => [id, count]));
    assert.deepEqual([used.get('k1'), used.get('k2')], [0, 1]);
  });
});
