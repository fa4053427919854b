import { spire } from '../../proto/gen/spire-api.js';
import { SpiffeError } from '../errors/spiffe-error.ts';
import type { Method } from '../rpc/contract.ts';
import { defineCommand, exitCodes, type CliIo, type Command } from './command.ts';
import { stringFlag, type Flags, type FlagValues } from './flags.ts';
import { outputFlag, printMessage, type OutputFormat } from './output.ts';
import type { RpcClient } from './rpc-client.ts';

type LoggerMessage = spire.api.types.Logger;

/** The Logger service of the server's or of the agent's API; they differ in name only. */
interface LoggerService {
  readonly GetLogger: Method<object, LoggerMessage>;
  readonly SetLogLevel: Method<{ new_level: number }, LoggerMessage>;
  readonly ResetLogLevel: Method<object, LoggerMessage>;
}

/** How a program's commands reach it: the flags that name the socket, and what they lead to. */
interface Connection<F extends Flags> {
  readonly flags: F;
  connect<T>(flags: FlagValues<F>, io: CliIo, run: (client: RpcClient) => Promise<T>): Promise<T>;
}

/** `logger get`, `logger set` and `logger reset`. */
export function loggerCommands<F extends Flags>(
  service: LoggerService,
  connection: Connection<F>,
): Command[] {
  const output = outputFlag();
  const show = (io: CliIo, format: OutputFormat, logger: LoggerMessage) => {
    printMessage(io, format, logger, () => loggerText(logger));
    return exitCodes.ok;
  };
  const command = (
    verb: string,
    summary: string,
    flags: Flags,
    call: (client: RpcClient, level: string) => Promise<LoggerMessage>,
  ) =>
    defineCommand<Flags>({
      path: ['logger', verb],
      summary,
      flags: { ...connection.flags, output, ...flags },
      run: async (values, io) => {
        const level = values['level'] === undefined ? '' : levelNumber(values['level'] as string);
        const logger = await connection.connect(values as FlagValues<F>, io, (client) =>
          call(client, String(level)),
        );
        return show(io, values['output'] as OutputFormat, logger);
      },
    });
  return [
    command('get', 'Gets the logger details', {}, (client) =>
      client.call(service.GetLogger, {}, 'error fetching logger'),
    ),
    command('set', 'Sets the logger details', { level: stringFlag(levelHelp) }, (client, level) =>
      client.call(service.SetLogLevel, { new_level: Number(level) }, 'failed to set log level'),
    ),
    command('reset', 'Reset the logger details to launch level', {}, (client) =>
      client.call(service.ResetLogLevel, {}, 'failed to reset logger'),
    ),
  ];
}

function levelNumber(text: string): number {
  if (text === '') throw new SpiffeError('INVALID_ARGUMENT', 'a value (-level) must be set');
  const wanted = text.toLowerCase() === 'warning' ? 'WARN' : text.toUpperCase();
  const found = Object.entries(LogLevel).find(
    ([name]) => name === wanted && name !== 'UNSPECIFIED',
  );
  if (typeof found?.[1] === 'number') return found[1];
  const rule = `the value ${JSON.stringify(text)} is not a valid setting`;
  throw new SpiffeError('INVALID_ARGUMENT', rule);
}

function loggerText(logger: LoggerMessage): string {
  const name = (level: number) => {
    const text = LogLevel[level]?.toLowerCase() ?? String(level);
    return text === 'warn' ? 'warning' : text;
  };
  return `Logger Level : ${name(logger.current_level)}\nLaunch Level : ${name(logger.launch_level)}\n\n`;
}

const { LogLevel } = spire.api.types;
const levelHelp = 'The new log level, one of (panic, fatal, error, warn, info, debug, trace)';
