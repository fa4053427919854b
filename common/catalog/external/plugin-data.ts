import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, SpiffeError } from '../../errors/spiffe-error.ts';
import { printHcl } from '../../config/hcl-printer.ts';
import type { PluginBlock } from '../../config/plugins.ts';

/** Where a plugin's configuration comes from; only a file can change while the program runs. */
export interface PluginData {
  readonly isDynamic: boolean;
  /** The text that a plugin is given. Throws CONFIG_INVALID when the file cannot be read. */
  load(): string;
}

/** Undefined when nothing is configured, which to SPIRE is not the same as an empty text. */
export function pluginDataOf(
  block: Pick<PluginBlock, 'pluginData' | 'plugin_data_file'>,
): PluginData | undefined {
  const { plugin_data_file: file, pluginData } = block;
  if (file !== undefined && file !== '') {
    return { isDynamic: true, load: () => readDataFile(file) };
  }
  if (pluginData === undefined || pluginData.items.length === 0) return undefined;
  const text = printHcl(pluginData);
  return { isDynamic: false, load: () => text };
}

/** By which a change is seen and named in the log: SPIRE's, the first half of a SHA-512. */
export function hashOfData(text: string): string {
  return createHash('sha512').update(text).digest('hex').slice(0, 32);
}

function readDataFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SpiffeError('CONFIG_INVALID', `failed to load plugin data: ${messageOf(cause)}`, {
      cause,
    });
  }
}
