import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import {
  durationFlag,
  intFlag,
  listFlag,
  stringFlag,
  type FlagValues,
} from '../../common/cli/flags.ts';
import { agentPublicSocket, chooseSocketPath } from '../../common/cli/socket-path.ts';
import { decode } from '../../common/config/decode.ts';
import { readConfig } from '../../common/config/load-config.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { bootstrapOptions, type BootstrapInput } from '../../envoy/bootstrap-options.ts';
import { renderBootstrap } from '../../envoy/bootstrap.ts';
import { publicSocketFlags } from './connections.ts';

const flags = {
  ...publicSocketFlags(),
  options: stringFlag(
    "Path to a file with the options in HCL or JSON, instead of flags. If set to '-', read from stdin.",
  ),
  nodeID: stringFlag('Node ID of the Envoy; required, letters, digits and . _ : / -'),
  nodeCluster: stringFlag('Node cluster of the Envoy', 'sigil'),
  svidName: stringFlag('SDS name of the certificate', 'default'),
  bundleName: stringFlag('SDS name of the trust bundle', 'ROOTCA'),
  adminAddress: stringFlag('Loopback address of the admin interface', '127.0.0.1'),
  adminPort: intFlag('Port of the admin interface; 0 for none', 9901),
  initialFetchTimeout: durationFlag(
    'How long the listeners wait for the first certificate; 0 for as long as it takes',
  ),
  inbound: listFlag(
    'A listener for mTLS, as key=value pairs with commas: port, app_port, allow (a SPIFFE ID, or all below a path with /* at the end; repeatable), which are required, and address, app_address, name, protocol, max_connection_duration_ms. Can be used more than once',
  ),
  upstream: listFlag(
    'A local listener that leads to another sidecar, as key=value pairs with commas: port, host, remote_port, expect (as allow), which are required, and address, name, protocol, sni, peer_id_header, max_requests_per_connection, max_connection_duration_ms. Can be used more than once',
  ),
};

/** Ours: SPIRE leaves the sidecar's configuration to the reader of its documentation. */
export const envoyBootstrap = defineCommand({
  path: ['envoy', 'bootstrap'],
  summary: 'Prints an Envoy bootstrap for a sidecar that gets its identity from this agent',
  flags,
  run: async (values, io) => {
    const byFlags = values.options === '';
    const input = byFlags ? fromFlags(values, io) : await fromFile(values, io);
    io.stdout.write(byFlags ? namingFlags(() => renderBootstrap(input)) : renderBootstrap(input));
    return exitCodes.ok;
  },
});

async function fromFile(values: FlagValues<typeof flags>, io: CliIo): Promise<BootstrapInput> {
  const text = await readInput(values.options, io);
  return decode(readConfig(text, { source: values.options }), bootstrapOptions);
}

function fromFlags(values: FlagValues<typeof flags>, io: CliIo): BootstrapInput {
  const { socketPath, instance, inbound, upstream } = values;
  // Envoy itself refuses SDS without it.
  if (values.nodeID === '') throw new SpiffeError('INVALID_ARGUMENT', '-nodeID is required');
  return {
    node_id: values.nodeID,
    node_cluster: values.nodeCluster,
    socket_path: chooseSocketPath({ socketPath, instance, env: io.env }, agentPublicSocket),
    svid_name: values.svidName,
    bundle_name: values.bundleName,
    admin_address: values.adminAddress,
    admin_port: values.adminPort,
    initial_fetch_timeout_ms: values.initialFetchTimeout,
    // The options' schema says what is wrong with them.
    inbound: inbound.map((text) => pairs(text, 'inbound')) as never,
    upstreams: upstream.map((text) => pairs(text, 'upstream')) as never,
  };
}

/** Options have names of their own; who wrote flags is told of flags. */
function namingFlags(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SpiffeError)) throw error;
    const text = error.message
      .replace(/^envoy bootstrap options: /, '')
      .replaceAll(
        /(^|; )(?:inbound|upstreams)\[(\d+)\]\.?/g,
        (whole, start: string, at: string) => {
          const flag = whole.includes('inbound') ? 'inbound' : 'upstream';
          return `${start}-${flag} (number ${Number(at) + 1}) `;
        },
      )
      .replaceAll(
        /(^|; )([a-z_]+): /g,
        (_, start: string, key: string) => `${start}${flagOf(key)}: `,
      );
    throw new SpiffeError('INVALID_ARGUMENT', text, { cause: error });
  }
}

/** `-nodeID` for `node_id`. */
function flagOf(key: string): string {
  const words = key.replace(/_ms$/, '').replace(/^upstreams$/, 'upstream');
  const camel = words.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `-${camel.replace(/Id$/, 'ID')}`;
}

/** `port=8443,allow=spiffe://a/b,allow=spiffe://a/c` as an object. */
function pairs(text: string, flag: string): Record<string, unknown> {
  const object = new Map<string, unknown>();
  for (const pair of text.split(',')) {
    const [, key, value] = /^([a-z_]+)=(.+)$/.exec(pair) ?? [];
    if (key === undefined || value === undefined) {
      const rule = `-${flag}: ${JSON.stringify(pair)} must have the form key=value`;
      throw new SpiffeError('INVALID_ARGUMENT', rule);
    }
    if (listKeys.has(key))
      object.set(key, [...((object.get(key) as string[] | undefined) ?? []), value]);
    else if (object.has(key))
      throw new SpiffeError('INVALID_ARGUMENT', `-${flag}: ${key} is given twice`);
    else object.set(key, isNumeric(key) && /^\d+$/.test(value) ? Number(value) : value);
  }
  return Object.fromEntries(object);
}

function isNumeric(key: string): boolean {
  return key === 'port' || key.endsWith('_port') || key.startsWith('max_');
}

const listKeys: ReadonlySet<string> = new Set(['allow', 'expect']);
