/** What the operating system says of a call that failed, in Go's words; undefined for any other error. */
export function errnoText(thrown: unknown): string | undefined {
  if (!isErrno(thrown)) return undefined;
  return texts.get(thrown.code) ?? thrown.code;
}

/** The same with what was tried, as Go tells it: `mkdir /backup/a: permission denied`. */
export function errnoSentence(thrown: unknown): string | undefined {
  const text = errnoText(thrown);
  if (text === undefined || !isErrno(thrown)) return undefined;
  return `${[thrown.syscall, thrown.path].filter((part) => part !== undefined).join(' ')}: ${text}`;
}

function isErrno(thrown: unknown): thrown is NodeJS.ErrnoException & { readonly code: string } {
  if (!(thrown instanceof Error)) return false;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  return typeof syscall === 'string' && typeof code === 'string' && /^E[A-Z0-9]+$/.test(code);
}

const texts: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EEXIST', 'file exists'],
  ['EISDIR', 'is a directory'],
  ['ELOOP', 'too many levels of symbolic links'],
  ['EMFILE', 'too many open files'],
  ['ENAMETOOLONG', 'file name too long'],
  ['ENOENT', 'no such file or directory'],
  ['ENOSPC', 'no space left on device'],
  ['ENOTDIR', 'not a directory'],
  ['ENOTEMPTY', 'directory not empty'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'read-only file system'],
]);
