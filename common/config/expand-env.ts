/** The environment, as far as expansion needs it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `$NAME` and `${NAME}` in the raw text of a file, comments included, as SPIRE's
 * `-expandEnv` does with Go's os.Expand: a name that is not set becomes nothing, `$$` a dollar sign,
 * and a dollar sign before anything else stays. What is inserted is not escaped.
 */
export function expandEnvironment(text: string, env: Environment): string {
  return text.replace(
    /\$(?:\{([A-Za-z0-9_]+|[*#$@!?-])\}|(\{[^}]*\}|\{)|([A-Za-z_][A-Za-z0-9_]*|[*#$@!?0-9-]))/g,
    (_, braced?: string, malformed?: string, bare?: string) => {
      const name = braced ?? bare;
      if (malformed !== undefined || name === undefined) return '';
      if (name === '$') return '$';
      return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
    },
  );
}
