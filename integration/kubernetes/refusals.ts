import assert from 'node:assert/strict';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { eventually } from '../local/harness/poll.ts';
import type { RunningServer } from '../local/harness/server.ts';

/**
 * The code of a refused enrolment, with ` heals` when the agent may try again. The agent hears a general
 * text; the code stands in the server's log beside the reference in it.
 */
export async function codeOf(server: RunningServer, attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown as Error,
  );
  const [, text, reference] =
    /(enrolment (?:refused|is not possible now)) \(reference (\w+)\)/.exec(error.message) ?? [];
  assert.ok(reference !== undefined, `not a refusal of a profile: ${error.message}`);
  const heals = hasCode(error, 'FAILED_PRECONDITION');
  assert.equal(text, heals ? 'enrolment is not possible now' : 'enrolment refused');
  const line = await eventually('the refusal is in the log', () =>
    server.process.output
      .split('\n')
      .find((each) => /Refused an enrolment|Refusing enrol/.test(each) && each.includes(reference)),
  );
  return `${/ENR_\w+/.exec(line)?.[0] ?? ''}${heals ? ' heals' : ''}`;
}

/** How often the API server was asked for what an attestation asks for, as it counts itself. */
async function requestCounts(k8s: {
  kubectl(...args: readonly string[]): Promise<string>;
}): Promise<RequestCounts> {
  const lines = (await k8s.kubectl('get', '--raw', '/metrics'))
    .split('\n')
    .filter((line) => line.startsWith('apiserver_request_total{'));
  const of = (verb: string, resource: string) =>
    lines
      .filter((line) => line.includes(`verb="${verb}"`) && line.includes(`"${resource}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return {
    reviews: of('POST', 'tokenreviews'),
    pods: of('GET', 'pods'),
    nodes: of('GET', 'nodes'),
  };
}

interface RequestCounts {
  readonly reviews: number;
  readonly pods: number;
  readonly nodes: number;
}

/** What some work cost the API server. */
export async function costOf(
  k8s: Parameters<typeof requestCounts>[0],
  work: () => Promise<unknown>,
): Promise<RequestCounts> {
  const before = await requestCounts(k8s);
  await work();
  const after = await requestCounts(k8s);
  return {
    reviews: after.reviews - before.reviews,
    pods: after.pods - before.pods,
    nodes: after.nodes - before.nodes,
  };
}
