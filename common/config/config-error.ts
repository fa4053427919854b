import { SpiffeError } from '../errors/spiffe-error.ts';

/** A place in a configuration file; both numbers start at 1, columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a configuration. */
export interface Fault {
  /** Where in the tree, `agent.server_port`; empty for a fault of the whole file. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** CONFIG_INVALID with every fault that was found, in the order of the file. */
export class ConfigError extends SpiffeError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], source?: string, options?: { cause?: unknown }) {
    super('CONFIG_INVALID', describe(faults, source), options);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Collects the faults of several steps, so that one report lists them all: a step that fails adds
 * its faults and gives undefined, `end` throws when there is any fault.
 */
export class FaultReport {
  readonly #faults: Fault[] = [];
  readonly #source: string | undefined;

  /** `source` names the file in the report. */
  constructor(source?: string) {
    this.#source = source;
  }

  /** A fault without a place in the file adds nothing to one of the same key that has a place. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      const said = ({ line, path }: Fault) => line !== undefined && path === fault.path;
      if (fault.line !== undefined || !this.#faults.some(said)) this.#faults.push(fault);
    }
  }

  /** True when something at this path, or inside it, is wrong. */
  hasFaultIn(path: string): boolean {
    return this.#faults.some((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
  }

  /** Runs a step; anything but a ConfigError passes through. */
  try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.add(...error.faults);
      return undefined;
    }
  }

  /** Throws CONFIG_INVALID when a fault was added. */
  end(): void {
    if (this.#faults.length === 0) return;
    const byLine = (a: Fault, b: Fault) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0;
    throw new ConfigError(this.#faults.toSorted(byLine), this.#source);
  }
}

/** A fault at a position. */
export function faultAt(position: Position | undefined, path: string, message: string): Fault {
  return position === undefined
    ? { path, message }
    : { path, line: position.line, column: position.column, message };
}

function describe(faults: readonly Fault[], source: string | undefined): string {
  const lines = faults.map((fault) => describeFault(fault, source));
  if (lines.length === 1) return `invalid configuration: ${lines.join('')}`;
  return [`invalid configuration, ${lines.length} faults:`, ...lines].join('\n  ');
}

function describeFault(fault: Fault, source: string | undefined): string {
  const place = [source, fault.line, fault.column].filter((part) => part !== undefined).join(':');
  return [place, fault.path, fault.message].filter((part) => part !== '').join(': ');
}
