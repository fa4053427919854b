import { ConfigError, faultAt, type Position } from '../../common/config/config-error.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entriesFromJson, type FileEntry } from './entry-file.ts';

/** The entries of a YAML text, which is read as the JSON of the same form; faults have their place in the YAML. */
export async function entriesFromYaml(text: string, source: string): Promise<FileEntry[]> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const placeOf = (path: string): Position | undefined => {
    const keys = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(
      ([, at, key]) => key ?? Number(at),
    );
    // What is missing has the place of what lacks it.
    for (let depth = keys.length; depth > 0; depth--) {
      const node = document.getIn(keys.slice(0, depth), true);
      if (isNode(node) && node.range) {
        const { line, col } = lineCounter.linePos(node.range[0]);
        return { line, column: col };
      }
    }
    return undefined;
  };
  try {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return entriesFromJson(JSON.stringify(document.toJS() ?? {}), source);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) {
      throw new SpiffeError('INVALID_ARGUMENT', `${source}: ${messageOf(cause)}`, { cause });
    }
    const faults = cause.faults.map(({ path, message }) => faultAt(placeOf(path), path, message));
    throw new ConfigError(faults, source, { cause });
  }
}
