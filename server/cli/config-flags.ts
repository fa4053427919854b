import type { CliIo } from '../../common/cli/command.ts';
import {
  checkConfig,
  logKeysOf,
  sharedConfigFlags,
  type Checked,
} from '../../common/cli/config-flags.ts';
import { intFlag, stringFlag, type Flags, type FlagValues } from '../../common/cli/flags.ts';
import type { FaultReport } from '../../common/config/config-error.ts';
import { preparePlugins, type PreparedPlugins } from '../catalog/catalog.ts';
import { readServerConfig, type ServerConfig } from '../config.ts';

/** The flags of `run` and `validate`, named as SPIRE names them. */
export const configFlags = {
  ...sharedConfigFlags('conf/server/server.conf'),
  bindAddress: stringFlag('IP address or DNS name of the SPIRE server'),
  serverPort: intFlag('Port number of the SPIRE server'),
  dataDir: stringFlag('Directory to store runtime data to'),
  trustDomain: stringFlag('The trust domain that this server belongs to'),
  socketPath: stringFlag('Path to bind the SPIRE Server API socket to'),
} satisfies Flags;

/**
 * Reads the configuration that the flags point to, lets them win over it, and checks the plugins
 * without starting one. Throws CONFIG_INVALID with every fault of both.
 */
export function loadConfig(
  flags: FlagValues<typeof configFlags>,
  io: CliIo,
): Promise<Checked<ServerConfig, PreparedPlugins>> {
  const read = (report: FaultReport) => readServerConfig(optionsOf(flags, io), report);
  return checkConfig(flags.config, read, preparePlugins);
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
      ...logKeysOf(flags),
      bind_address: flags.bindAddress,
      bind_port: flags.serverPort,
      data_dir: flags.dataDir,
      trust_domain: flags.trustDomain,
      socket_path: flags.socketPath,
    },
  };
}
