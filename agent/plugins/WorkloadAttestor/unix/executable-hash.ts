import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';

/** The digest of the file behind `link`; `name` is what people call it. */
type HashExecutable = (link: string, name: string) => Promise<string>;

const cachedDigests = 256;

/**
 * SHA-256 of executables, in hex. A file that did not change is hashed once: device, inode, size and
 * both times tell. Throws ATTESTATION_FAILED for files larger than `limitBytes`, if that is not 0.
 */
export function createExecutableHasher(limitBytes: number): HashExecutable {
  const digests = new Map<string, Promise<string>>();
  return async (link, name) => {
    const file = await openFile(link);
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
      if (limitBytes > 0 && size > BigInt(limitBytes)) {
        throw failed(`workload ${name} exceeds size limit (${size.toString()} > ${limitBytes})`);
      }
      const key = [dev, ino, size, mtimeNs, ctimeNs].join(':');
      const known = digests.get(key);
      if (known !== undefined) return await known;
      const digest = digestOf(file);
      remember(digests, key, digest);
      return await digest;
    } finally {
      await file.close();
    }
  };
}

function remember(digests: Map<string, Promise<string>>, key: string, digest: Promise<string>) {
  digests.set(key, digest);
  digest.catch(() => digests.delete(key));
  for (const oldest of digests.keys()) {
    if (digests.size <= cachedDigests) return;
    digests.delete(oldest);
  }
}

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const part of file.createReadStream({ autoClose: false, start: 0 })) {
      hash.update(part as Buffer);
    }
  } catch (cause) {
    throw failed(messageOf(cause), cause);
  }
  return hash.digest('hex');
}

async function openFile(link: string): Promise<FileHandle> {
  try {
    return await open(link, 'r');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw failed(
      `open ${link}: ${missing ? 'no such file or directory' : messageOf(cause)}`,
      cause,
    );
  }
}

function failed(message: string, cause?: unknown): SpiffeError {
  return new SpiffeError('ATTESTATION_FAILED', `SHA256 digest: ${message}`, { cause });
}
