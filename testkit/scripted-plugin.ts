/**
 * A go-plugin program for unit tests that must see faults which no real plugin has. Its first argument says
 * what it does; what it was asked goes to the file of the second, one JSON line each.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../common/clock/clock.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { silentLogger } from '../common/log/logger.ts';
import { createCallerReader } from '../common/peertracker/peer-tracker.ts';
import { createRpcServer } from '../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../common/rpc/serve.ts';
import { agentPluginNames } from '../common/rpc/services/agent-plugin-names.ts';
import { workloadAttestorService } from '../common/rpc/services/agent-plugins.ts';
import {
  goPluginService,
  pluginConfigService,
  pluginConfigServiceName,
  pluginInitService,
} from '../common/rpc/services/plugin-protocol.ts';

const [mode = 'good', path = '/dev/null'] = process.argv.slice(2);
const note = (event: object) => appendFileSync(path, `${JSON.stringify(event)}\n`);
const handshakes: Readonly<Record<string, string>> = {
  garbage: 'hello there',
  core: '2|1|unix|/tmp/x|grpc',
  tcp: '1|1|tcp|127.0.0.1:10000|grpc',
};
const services = {
  stranger: ['test.Stranger'],
  plain: [agentPluginNames.WorkloadAttestor],
}[mode] ?? [agentPluginNames.WorkloadAttestor, pluginConfigServiceName, 'test.Extra'];

if (mode === 'env') note(process.env);
if (mode === 'exit') {
  process.stderr.write('no such device\n');
  process.exit(3);
}
if (mode in handshakes) {
  process.stdout.write(`${handshakes[mode]}\n`);
  setInterval(() => undefined, 60_000);
} else await serve();

async function serve(): Promise<void> {
  const server = createRpcServer({
    log: silentLogger,
    clock: systemClock,
    methods: [
      serveUnary(pluginInitService.Init, ({ host_service_names: names }) => {
        note({ init: names });
        if (mode === 'mute') {
          process.stderr.write('it was asked\n');
          return new Promise<never>(() => undefined);
        }
        return Promise.resolve({ plugin_service_names: services });
      }),
      serveUnary(pluginInitService.Deinit, () =>
        Promise.reject(new SpiffeError('UNIMPLEMENTED', 'an older SDK')),
      ),
      serveUnary(goPluginService.Shutdown, () => {
        if (mode !== 'stubborn') setImmediate(() => process.exit(0));
        return Promise.resolve({});
      }),
      serveStream(goPluginService.StartStream, async (stream) => {
        for await (const { address, network, service_id: id } of stream.messages) {
          note({ announced: id, network, address });
        }
      }),
      serveStream(goPluginService.StreamStdio, async (stream) => {
        await stream.send({ channel: 1, data: Buffer.from('said aloud\n') });
      }),
      serveUnary(pluginConfigService.Configure, ({ hcl_configuration: text }) => {
        note({ configure: text, pid: process.pid });
        if (text === 'die') process.exit(9);
        if (text.includes('bad')) {
          return Promise.reject(new SpiffeError('INVALID_ARGUMENT', 'bad config'));
        }
        return Promise.resolve({});
      }),
      serveUnary(pluginConfigService.Validate, ({ hcl_configuration: text }) =>
        Promise.resolve(text.includes('bad') ? { notes: ['bad it is'] } : { valid: true }),
      ),
      serveUnary(workloadAttestorService.Attest, ({ pid }) => {
        if (pid === 1) process.exit(9);
        if (pid === 2) return Promise.reject(new SpiffeError('NOT_FOUND', 'not mine'));
        if (pid === 3) return Promise.reject(new SpiffeError('NOT_FOUND', 'scripted: not mine'));
        return Promise.resolve({ selector_values: [`pid:${pid}`] });
      }),
    ],
  });
  const socket = join(process.env['PLUGIN_UNIX_SOCKET_DIR'] ?? '/tmp', 'scripted.sock');
  await server.listenUnix({ path: socket, mode: 0o600, trackPeers: createCallerReader() });
  process.stdout.write(`1|1|unix|${socket}|grpc||true\n`);
}
