/** SPIRE 1.15: what is no letter, digit or underscore becomes one underscore, `example_org`. */
export function sanitizeLabel(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_]+_?/g, '_');
}
