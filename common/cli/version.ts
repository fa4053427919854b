import { readFileSync } from 'node:fs';

/** The version in the package.json above a module, from the sources as from dist/. */
export function versionAbove(moduleUrl: string): string {
  for (let at = new URL('.', moduleUrl); ; at = new URL('..', at)) {
    const found = versionIn(new URL('package.json', at));
    if (found !== undefined) return found;
    if (at.pathname === '/') return 'unknown';
  }
}

function versionIn(url: URL): string | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(url, 'utf8'));
    const version = (parsed as { version?: unknown }).version;
    return typeof version === 'string' ? version : undefined;
  } catch {
    // Not there; the next folder up may have it.
    return undefined;
  }
}
