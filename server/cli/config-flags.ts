import type { CliIo } from '../../common/cli/command.ts';
import {
  booleanFlag,
  intFlag,
  stringFlag,
  type Flags,
  type FlagValues,
} from '../../common/cli/flags.ts';
import { FaultReport } from '../../common/config/config-error.ts';
import { collectPrepared, type PreparedPlugins } from '../catalog/catalog.ts';
import { readServerConfig, type ServerConfig } from '../config.ts';

/** The flags of `run` and `validate`, named as SPIRE names them. */
export const configFlags = {
  config: stringFlag('Path to a SPIRE config file', 'conf/server/server.conf'),
  expandEnv: booleanFlag('Expand environment variables in SPIRE config file'),
  bindAddress: stringFlag('IP address or DNS name of the SPIRE server'),
  serverPort: intFlag('Port number of the SPIRE server'),
  dataDir: stringFlag('Directory to store runtime data to'),
  trustDomain: stringFlag('The trust domain that this server belongs to'),
  socketPath: stringFlag('Path to bind the SPIRE Server API socket to'),
  logFile: stringFlag('File to write logs to'),
  logFormat: stringFlag("'text' or 'json'"),
  logLevel: stringFlag("'debug', 'info', 'warn', or 'error'"),
  logSourceLocation: booleanFlag('Include source file, line number and function name in logs'),
} satisfies Flags;

/** What a program starts with, every check done. */
export interface Loaded {
  readonly config: ServerConfig;
  readonly plugins: PreparedPlugins;
}

/**
 * Reads the configuration that the flags point to, lets them win over it, and checks the plugins
 * without starting one. Throws CONFIG_INVALID with every fault of both.
 */
export async function loadConfig(
  flags: FlagValues<typeof configFlags>,
  io: CliIo,
): Promise<Loaded> {
  const report = new FaultReport(flags.config);
  const { config, plugins: blocks } = readServerConfig(optionsOf(flags, io), report);
  const plugins = await collectPrepared(blocks, report);
  report.end();
  // Without a fault it is there.
  return { config: config as ServerConfig, plugins };
}

function optionsOf(
  flags: FlagValues<typeof configFlags>,
  io: CliIo,
): Parameters<typeof readServerConfig>[0] {
  return {
    path: flags.config,
    expandEnv: flags.expandEnv,
    env: io.env,
    flags: {
      bind_address: flags.bindAddress,
      bind_port: flags.serverPort,
      data_dir: flags.dataDir,
      trust_domain: flags.trustDomain,
      socket_path: flags.socketPath,
      log_file: flags.logFile,
      log_format: flags.logFormat,
      log_level: flags.logLevel,
      log_source_location: flags.logSourceLocation,
    },
  };
}
