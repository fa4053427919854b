import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errnoText } from '../errors/errno-text.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFormat, ConfigTree } from './config-tree.ts';
import { expandEnvironment, type Environment } from './expand-env.ts';
import { parseHcl } from './hcl-parser.ts';
import { parseJson } from './json-parser.ts';

interface ReadOptions {
  /** Without it, a text whose first character is `{` is JSON and any other HCL. */
  readonly format?: ConfigFormat;
  /** The file's name, for messages. */
  readonly source?: string;
  /** Longer texts are refused; about a million unless told otherwise. */
  readonly longestChars?: number;
}

interface LoadOptions {
  /** Expand `$NAME` and `${NAME}` in the raw text. */
  readonly expandEnv?: boolean;
  readonly env?: Environment;
}

/** Reads the text of a configuration, HCL 1 or its JSON form. Throws CONFIG_INVALID. */
export function readConfig(text: string, options: ReadOptions = {}): ConfigTree {
  const { source, longestChars = longestConfigChars } = options;
  const named = source === undefined ? {} : { source };
  try {
    if (text.length > longestChars) throw plainFault(`is longer than ${longestChars} characters`);
    const format = options.format ?? (/^\uFEFF?\s*\{/.test(text) ? 'json' : 'hcl');
    return { format, root: format === 'json' ? parseJson(text) : parseHcl(text), ...named };
  } catch (error) {
    if (!(error instanceof ConfigError) || source === undefined) throw error;
    throw new ConfigError(error.faults, source);
  }
}

/**
 * Reads a configuration file; the path may be relative to the working directory.
 * Throws CONFIG_INVALID, also when the file cannot be read.
 */
export function loadConfigFile(path: string, options: LoadOptions = {}): ConfigTree {
  const raw = readText(path);
  const text = options.expandEnv === true ? expandEnvironment(raw, options.env ?? {}) : raw;
  return readConfig(text, { source: path });
}

function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw plainFault('is not UTF-8 text', path, cause);
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = `could not find config file ${resolve(path)}: please use the -config flag`;
      throw new ConfigError([{ path: '', message }], undefined, { cause });
    }
    throw plainFault(
      `cannot be read: ${errnoText(cause) ?? messageOf(cause)}`,
      resolve(path),
      cause,
    );
  }
}

function plainFault(message: string, source?: string, cause?: unknown): ConfigError {
  return new ConfigError([{ path: '', message }], source, { cause });
}

/** Far above any real file: SPIRE's largest samples have some 10 kB. */
const longestConfigChars = 1024 * 1024;
