import type { Clock } from '../clock/clock.ts';
import type { LogFields, Logger, LogLevel } from './logger.ts';

/** Of one message of one level at once, and each second from then on. */
const [burst, perSecond] = [100, 5];

/**
 * A log for what peers cause, who may do it as often as they like: of each message so many lines pass. The first
 * that passes again says in `suppressed` how many were left out. Messages are constant, so there are few.
 * Each level has a budget of its own: what is noise at one, and perhaps not even printed, hides nothing at another.
 */
export function boundedLog(log: Logger, clock: Pick<Clock, 'monotonic'>): Logger {
  return boundedBy(log, new LineBudgets(clock));
}

function boundedBy(log: Logger, budgets: LineBudgets): Logger {
  const say = (level: LogLevel) => (message: string, fields?: LogFields) => {
    const suppressed = budgets.take(level, message);
    if (suppressed === 0) log[level](message, fields);
    else if (suppressed !== undefined) log[level](message, { ...fields, suppressed });
  };
  return {
    error: say('error'),
    warn: say('warn'),
    info: say('info'),
    debug: say('debug'),
    child: (fields) => boundedBy(log.child(fields), budgets),
  };
}

class LineBudgets {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #byLine = new Map<string, { lines: number; atMs: number; suppressed: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** How many lines were left out since the last that passed; undefined when this one is left out too. */
  take(level: LogLevel, message: string): number | undefined {
    const nowMs = this.#clock.monotonic();
    const line = `${level} ${message}`;
    const budget = this.#byLine.get(line) ?? { lines: burst, atMs: nowMs, suppressed: 0 };
    this.#byLine.set(line, budget);
    budget.lines = Math.min(burst, budget.lines + ((nowMs - budget.atMs) * perSecond) / 1000);
    budget.atMs = nowMs;
    if (budget.lines < 1) {
      budget.suppressed++;
      return undefined;
    }
    budget.lines--;
    const { suppressed } = budget;
    budget.suppressed = 0;
    return suppressed;
  }
}
