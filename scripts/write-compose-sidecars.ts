// Why: docker-compose.yml mounts Envoy bootstraps from files, and people read them there; they are made by the same
// code as `sigil-agent envoy bootstrap`. Writes compose/envoy/.
import { writeFileSync } from 'node:fs';
import { header, sidecars } from '../compose/sidecars.ts';
import { renderBootstrap } from '../envoy/bootstrap.ts';

for (const [name, options] of Object.entries(sidecars)) {
  const path = new URL(`../compose/envoy/${name}.yaml`, import.meta.url);
  writeFileSync(path, header + renderBootstrap(options));
}
