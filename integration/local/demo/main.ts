// Two unmodified Envoys authenticate each other with identities from Sigil. Everything runs as the
// user who starts it, in a temporary folder that is gone at the end.
import { inspect } from 'node:util';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyBinary } from '../../../testkit/envoy-binary.ts';
import { RotationWatch } from '../harness/rotations.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { introduced, startPair, type SidecarPair } from '../harness/sidecar-pair.ts';
import { Traffic, type TrafficReport } from '../harness/traffic.ts';
import { Workspace } from '../harness/workspace.ts';
import { messageOf } from '../../../common/errors/spiffe-error.ts';
import { demoUsage, parseDemoOptions, type DemoOptions } from './options.ts';
import { shortSerial, Story, timeOfDay } from './story.ts';
import { startStranger, type Refusal } from './stranger.ts';

const trustDomain = 'demo.test';
const ttlSeconds = 20;
const rotationsWanted = 5;
const trafficDeadlineMs = 90_000;

interface Result {
  readonly requests: number;
  readonly failed: number;
  readonly rotations: number;
  readonly identities: readonly string[];
  readonly unregistered: 'refused' | 'served';
  readonly seconds: number;
}

const options = readOptions();
const workspace = new Workspace('sigil-demo-');
try {
  const story = new Story();
  const { result, keep } = await tell(story);
  if (options.keep) tellHowToLook(story, keep);
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (options.keep) await Promise.race(workspace.processes.map((one) => one.exited));
  const isGood = result.failed === 0 && result.unregistered === 'refused';
  process.exitCode = isGood && result.rotations >= rotationsWanted ? 0 : 1;
} catch (error) {
  // After Ctrl-C the processes end under the story's hands; that is no failure to report.
  if (!workspace.isEnding) reportFailure(error);
} finally {
  if (!workspace.isEnding) await workspace.dispose();
}

function readOptions(): DemoOptions {
  try {
    return parseDemoOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${demoUsage}\n`);
    return process.exit(1);
  }
}

function reportFailure(error: unknown): void {
  process.exitCode = 1;
  process.stderr.write(`\nThe demo failed: ${inspect(error)}\n`);
  for (const one of workspace.processes) {
    process.stderr.write(`--- the end of ${one.name}'s log\n${one.output.slice(-2000)}\n`);
  }
}

interface Running {
  readonly server: RunningServer;
  readonly agent: RunningAgent;
  readonly pair: SidecarPair;
}

async function tell(story: Story): Promise<{ result: Result; keep: Running }> {
  story.chapter('Looking for a real Envoy');
  story.line(envoyBinary());

  const server = await tellServer(story);
  const agent = await tellAgent(story, server);
  const pair = await tellPair(story, server, agent);
  const { traffic, rotations } = await tellRotations(story, pair);
  const refusal = await tellStranger(story, agent, pair);

  story.chapter('Done');
  story.line(`${traffic.requests} requests, ${traffic.failed} failed, ${rotations} rotations`);
  const result: Result = {
    requests: traffic.requests,
    failed: traffic.failed,
    rotations,
    identities: [pair.webId, pair.ordersId],
    unregistered: refusal.wasRefused ? 'refused' : 'served',
    seconds: story.seconds,
  };
  return { result, keep: { server, agent, pair } };
}

async function tellServer(story: Story): Promise<RunningServer> {
  story.chapter('Starting sigil-server: embedded SQLite, its own CA');
  const server = await startServer(workspace, { trustDomain });
  story.row('server', `trust domain ${trustDomain}`, `port ${server.port}`);
  return server;
}

async function tellAgent(story: Story, server: RunningServer): Promise<RunningAgent> {
  story.chapter('Starting sigil-agent: attests with a join token that works once');
  const agent = await startAgent(workspace, server);
  story.row('agent', agent.nodeId, `socket ${agent.socketPath}`);
  return agent;
}

async function tellPair(
  story: Story,
  server: RunningServer,
  agent: RunningAgent,
): Promise<SidecarPair> {
  story.chapter('Registering two identities and starting two Envoys with generated bootstraps');
  const pair = await startPair(workspace, server, agent, { ttlSeconds });
  story.row('web', pair.webId, `pid ${pair.web.process.pid}`, 'sends requests');
  story.row('orders', pair.ordersId, `pid ${pair.orders.process.pid}`, 'answers them');
  story.line(`the agent tells them apart by the path of their binary (unix:path)`);

  const meeting = await introduced(pair);
  story.chapter('The first request went through: each side verified the other');
  story.row('orders', `was called by     ${meeting.caller ?? 'nobody it knows'}`);
  story.row('web', `was answered by   ${meeting.server}`);
  for (const [name, envoy] of Object.entries({ web: pair.web, orders: pair.orders })) {
    const leaf = await envoy.admin.leaf();
    const expiry = timeOfDay(new Date(leaf?.expiration_time ?? 0));
    story.row(name, `serial ${shortSerial(leaf?.serial_number ?? '')}`, `expires ${expiry}`);
  }
  if (meeting.caller !== pair.webId || meeting.server !== pair.ordersId) {
    throw new Error(`the sidecars verified other identities: ${JSON.stringify(meeting)}`);
  }
  return pair;
}

async function tellRotations(
  story: Story,
  pair: SidecarPair,
): Promise<{ traffic: TrafficReport; rotations: number }> {
  story.chapter(`Rotating under traffic: 100 requests/s, half of them on new mTLS connections`);
  const traffic = new Traffic(pair.ports);
  const watch = new RotationWatch({ web: pair.web, orders: pair.orders }, (rotation) => {
    const { requests, failed } = traffic.report();
    const expiry = `expires ${timeOfDay(rotation.expires)}`;
    const serial = `new serial ${shortSerial(rotation.serial)}`;
    story.row(rotation.envoy, serial, expiry, `${requests} requests, ${failed} failed`);
  });
  await eventually(
    `${rotationsWanted} rotations of both Envoys`,
    () => when(watch.completed() >= rotationsWanted),
    { deadlineMs: trafficDeadlineMs, everyMs: 100 },
  );
  await watch.stop();
  const report = await traffic.stop();
  for (const failure of report.failures) story.line(`failed: ${failure}`);
  return { traffic: report, rotations: watch.completed() };
}

async function tellStranger(
  story: Story,
  agent: RunningAgent,
  pair: SidecarPair,
): Promise<Refusal> {
  story.chapter('A third Envoy that nobody registered asks for an identity');
  const refusal = await startStranger(workspace, agent, pair);
  story.row(
    'stranger',
    `pid ${refusal.pid}`,
    refusal.wasRefused ? 'got no identity' : 'WAS SERVED',
  );
  for (const reason of refusal.reasons) story.line(reason);
  return refusal;
}

function tellHowToLook(story: Story, { server, agent, pair }: Running): void {
  story.chapter('Everything keeps running; Ctrl-C ends it and removes the folder');
  story.line(`curl -i http://127.0.0.1:${pair.ports.fresh}/          # through both sidecars`);
  story.line(`curl -s http://127.0.0.1:${pair.web.admin.port}/certs        # what web holds`);
  story.line(`curl -s http://127.0.0.1:${pair.orders.admin.port}/config_dump  # orders, whole`);
  story.line(`npx node server/main.ts entry show -socketPath ${server.socketPath}`);
  story.line(`npx node agent/main.ts healthcheck -socketPath ${agent.socketPath}`);
  for (const command of ['status', 'sds list', `explain -pid ${pair.web.process.pid}`]) {
    story.line(`npx node agent/main.ts ${command} -socketPath ${agent.adminSocketPath}`);
  }
  story.line(`ls ${workspace.folder}  # configuration, bootstraps, logs`);
}
