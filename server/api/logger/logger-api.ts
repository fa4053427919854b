import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { LogLevel } from '../../../common/log/logger.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { serverLoggerService } from '../../../common/rpc/services/server-logger.ts';
import { spire } from '../../../proto/gen/spire-api.js';

interface LogControl {
  level(): LogLevel;
  setLevel(level: LogLevel): void;
}

/** `spire.api.server.logger.v1.Logger`. */
export function loggerApi(log: LogControl): readonly ServedMethod[] {
  const launchLevel = log.level();
  const state = () =>
    Promise.resolve({ current_level: numbers[log.level()], launch_level: numbers[launchLevel] });
  return [
    serveUnary(serverLoggerService.GetLogger, state),
    serveUnary(serverLoggerService.SetLogLevel, ({ new_level: level }) => {
      const wanted = levelOf(level);
      if (wanted instanceof SpiffeError) return Promise.reject(wanted);
      log.setLevel(wanted);
      return state();
    }),
    serveUnary(serverLoggerService.ResetLogLevel, () => {
      log.setLevel(launchLevel);
      return state();
    }),
  ];
}

function levelOf(number: number): LogLevel | SpiffeError {
  if (number === LogLevels.UNSPECIFIED) {
    return new SpiffeError(
      'INVALID_ARGUMENT',
      'Invalid request, NewLevel value cannot be LogLevel_UNSPECIFIED',
    );
  }
  const level = levels.get(number);
  return level ?? new SpiffeError('INVALID_ARGUMENT', `unsupported log level: ${number}`);
}

const LogLevels = spire.api.types.LogLevel;

const numbers: Readonly<Record<LogLevel, number>> = {
  error: LogLevels.ERROR,
  warn: LogLevels.WARN,
  info: LogLevels.INFO,
  debug: LogLevels.DEBUG,
};

/** Eight levels of SPIRE on our four. */
const levels: ReadonlyMap<number, LogLevel> = new Map([
  [LogLevels.PANIC, 'error'],
  [LogLevels.FATAL, 'error'],
  [LogLevels.ERROR, 'error'],
  [LogLevels.WARN, 'warn'],
  [LogLevels.INFO, 'info'],
  [LogLevels.DEBUG, 'debug'],
  [LogLevels.TRACE, 'debug'],
]);
