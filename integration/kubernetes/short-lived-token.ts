import { randomUUID, sign } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster/cluster.ts';

/** Whom a token is for, and which pod it is bound to. */
interface TokenSubject {
  readonly namespace: string;
  readonly serviceaccount: { readonly name: string; readonly uid: string };
  readonly pod?: { readonly name: string; readonly uid: string };
}

/**
 * A service account token as the API server makes them, signed with its key, that it accepts for some seconds only: it gives
 * none for less than ten minutes itself. It tolerates a minute after the end.
 */
export function shortLivedToken(
  cluster: Cluster,
  subject: TokenSubject,
  audience: string,
  seconds: number,
): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://kubernetes.default.svc',
    sub: `system:serviceaccount:${subject.namespace}:${subject.serviceaccount.name}`,
    aud: [audience],
    iat: now - 600,
    nbf: now - 600,
    exp: now - tolerated + seconds,
    jti: randomUUID(),
    'kubernetes.io': subject,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'RS256' })}.${encode(claims)}`;
  const key = readFileSync(join(cluster.folder, 'pki', 'sa.key'));
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** Puts tokens into a folder as the kubelet projects them: behind links, of which one is replaced. */
export function projectInto(folder: string): (token: string) => void {
  mkdirSync(folder);
  symlinkSync(join('..data', 'spire-agent'), join(folder, 'spire-agent'));
  let version = 0;
  return (token) => {
    const name = `..version-${++version}`;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'spire-agent'), token);
    symlinkSync(name, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  };
}

const tolerated = 60;
