#!/usr/bin/env node
import { enablePrivateCompileCache } from '../common/lifecycle/compile-cache.ts';
import { ownSignals } from '../common/lifecycle/own-signals.ts';

ownSignals(process);
enablePrivateCompileCache({ env: process.env, uid: process.getuid?.() ?? 0 });

const { versionAbove } = await import('../common/cli/version.ts');
const { runCli } = await import('../common/cli/run-cli.ts');
const { loadCommands } = await import('./cli/commands.ts');

const argv = process.argv.slice(2);
const version = versionAbove(import.meta.url);
const { env, execArgv, stderr, stdin, stdout } = process;

process.exitCode = await runCli({
  name: 'sigil-server',
  version,
  commands: await loadCommands(argv[0], { version, stdout, execArgv }),
  argv,
  io: { env, stderr, stdin, stdout },
});
