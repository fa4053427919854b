/** Which engine a cgroup path belongs to. */
type EngineChoice =
  | { readonly kind: 'docker' }
  | { readonly kind: 'podman' }
  /** An engine that this user runs, and whose answers are that user's word. */
  | { readonly kind: 'podman_rootless'; readonly uid: number };

/** SPIRE 1.15: `libpod` in the path is Podman; below a user's slice it is that user's own. */
export function chooseEngine(path: string): EngineChoice {
  if (!path.includes('libpod-') && !path.includes('/libpod/')) return { kind: 'docker' };
  const uid = Number(/\/user-(\d+)\.slice\//.exec(path)?.[1] ?? NaN);
  return uid <= largestUid ? { kind: 'podman_rootless', uid } : { kind: 'podman' };
}

/** Why a template cannot name a user's socket; undefined when it can. `%d` is the uid, `%%` a `%`. */
export function findTemplateFault(template: string): string | undefined {
  const verbs = [...template.matchAll(/%(.?)/gs)].map(([, verb]) => verb);
  const bad = verbs.find((verb) => verb !== '%' && verb !== 'd');
  if (bad === '') return 'ends with "%"';
  if (bad !== undefined) return `"%${bad}" is not "%d" or "%%"`;
  const count = verbs.filter((verb) => verb === 'd').length;
  return count === 1 ? undefined : `expected exactly one "%d", found ${count}`;
}

export function expandTemplate(template: string, uid: number): string {
  return template.replace(/%(.)/g, (_, verb) => (verb === 'd' ? String(uid) : '%'));
}

const largestUid = 2 ** 32 - 1;
