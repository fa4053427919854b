import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromFolder, runCliOrFail, type Programs } from './programs.ts';
import { projectRoot, type Workspace } from './workspace.ts';

/** Programs that were installed from the packed tarball, as a user of the package has them. */
export interface Installed {
  readonly programs: Programs;
  /** The folder with the commands. */
  readonly bin: string;
}

/** Packs the project and installs the tarball into the workspace; takes some 20 s. */
export async function installTarball(workspace: Workspace): Promise<Installed> {
  // The programs ask env for node; a user of the package has a new enough one in PATH.
  process.env['PATH'] = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const home = workspace.path('home');
  mkdirSync(home);
  const pack = ['bash', join(projectRoot, 'scripts/pack.sh'), workspace.folder];
  const tarball = (await runCliOrFail(pack, 300_000)).trim();
  const quick = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await runCliOrFail(['npm', 'install', '--prefix', home, ...quick, tarball], 300_000);
  const bin = join(home, 'node_modules', '.bin');
  return { programs: fromFolder(bin, 'sigil'), bin };
}
