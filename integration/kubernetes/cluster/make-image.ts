/**
 * Packs a folder into an OCI image archive that `ctr images import` takes, so that a cluster without
 * a registry has images. The same files give the same digest.
 *
 * usage: make-image.ts OUT.tar NAME:TAG ROOT_FOLDER ENTRYPOINT_JSON
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const [out, name, root, entrypoint] = process.argv.slice(2);
if (out === undefined || name === undefined || root === undefined || entrypoint === undefined) {
  throw new Error('usage: make-image.ts OUT.tar NAME:TAG ROOT_FOLDER ENTRYPOINT_JSON');
}
const folder = mkdtempSync(join(dirname(out), '.image-'));
try {
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
  const layer = addLayer(root);
  const config = addJson('application/vnd.oci.image.config.v1+json', {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: {
      Entrypoint: JSON.parse(entrypoint) as unknown,
      Env: ['PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'],
      WorkingDir: '/',
    },
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  });
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = addJson(mediaType, { schemaVersion: 2, mediaType, config, layers: [layer] });
  const annotations = { 'io.containerd.image.name': name };
  write('oci-layout', { imageLayoutVersion: '1.0.0' });
  write('index.json', { schemaVersion: 2, manifests: [{ ...manifest, annotations }] });
  tar(folder, out, 'oci-layout', 'index.json', 'blobs');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function addLayer(from: string) {
  const path = join(folder, 'layer.tar');
  tar(from, path, '.');
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  const { size } = statSync(path);
  renameSync(path, join(folder, 'blobs/sha256', digest));
  return { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: `sha256:${digest}`, size };
}

function addJson(mediaType: string, content: unknown) {
  const bytes = Buffer.from(JSON.stringify(content));
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, 'blobs/sha256', digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}

function write(path: string, content: unknown): void {
  writeFileSync(join(folder, path), JSON.stringify(content));
}

function tar(from: string, to: string, ...paths: readonly string[]): void {
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', [...fixed, '-C', from, '-cf', to, ...paths]);
}
