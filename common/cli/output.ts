import type { CliIo } from './command.ts';
import type { Flag } from './flags.ts';
import { toProtoJson } from './proto-json.ts';

export type OutputFormat = 'pretty' | 'json';

/** `-output pretty|json`, in any case. */
export function outputFlag(): Flag<OutputFormat> {
  return {
    help: 'Desired output format (pretty, json); default: pretty.',
    placeholder: 'value',
    initial: 'pretty',
    parse: parseFormat,
  };
}

/** Prints a message as one line of JSON, or by `pretty`, which returns the text. */
export function printMessage(
  io: CliIo,
  format: OutputFormat,
  message: object,
  pretty: () => string,
): void {
  io.stdout.write(format === 'json' ? `${JSON.stringify(toProtoJson(message))}\n` : pretty());
}

function parseFormat(text: string): OutputFormat {
  const format = text.toLowerCase();
  if (format === 'json') return 'json';
  if (format === 'pretty' || format === 'prettyprint') return 'pretty';
  throw new Error(`bad formatter flag: unknown format option: ${JSON.stringify(text)}`);
}
