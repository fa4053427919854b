import { FaultReport } from '../config/config-error.ts';
import type { PluginBlock } from '../config/plugins.ts';
import { booleanFlag, stringFlag, type Flags, type FlagValues } from './flags.ts';

/** The flags that `run` and `validate` of every program have, named as SPIRE names them. */
export function sharedConfigFlags(defaultPath: string) {
  return {
    config: stringFlag('Path to a SPIRE config file', defaultPath),
    expandEnv: booleanFlag('Expand environment variables in SPIRE config file'),
    logFile: stringFlag('File to write logs to'),
    logFormat: stringFlag("'text' or 'json'"),
    logLevel: stringFlag("'debug', 'info', 'warn', or 'error'"),
    logSourceLocation: booleanFlag('Include source file, line number and function name in logs'),
  } satisfies Flags;
}

/** The keys that the flags about the log win over. */
export function logKeysOf(flags: FlagValues<ReturnType<typeof sharedConfigFlags>>) {
  return {
    log_file: flags.logFile,
    log_format: flags.logFormat,
    log_level: flags.logLevel,
    log_source_location: flags.logSourceLocation,
  };
}

/** What a program starts with, every check done. */
export interface Checked<Config, Plugins> {
  readonly config: Config;
  readonly plugins: Plugins;
}

/**
 * Reads a configuration, then checks its plugins without starting one. `source` names the file in the
 * report. Throws CONFIG_INVALID with every fault of both.
 */
export async function checkConfig<Config, Plugins>(
  source: string,
  read: (report: FaultReport) => {
    readonly config: Config | undefined;
    readonly plugins: readonly PluginBlock[];
  },
  prepare: (blocks: readonly PluginBlock[], report: FaultReport) => Promise<Plugins>,
): Promise<Checked<Config, Plugins>> {
  const report = new FaultReport(source);
  const { config, plugins: blocks } = read(report);
  const plugins = await prepare(blocks, report);
  report.end();
  // Without a fault it is there.
  return { config: config as Config, plugins };
}
