#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { enablePrivateCompileCache } from '../common/lifecycle/compile-cache.ts';
import { ownSignals } from '../common/lifecycle/own-signals.ts';

ownSignals(process);

// An agent idles beside the workloads of its node: a young generation that stays small saves about 60 MB there,
// for a quarter more CPU when thousands of streams open at once (bench:smoke, bench:sds). A heap that grows by no more
// than half of what lives before it is collected saves as much again while 5,000 streams open, or come and go.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');
enablePrivateCompileCache({ env: process.env, uid: process.getuid?.() ?? 0 });

const { versionAbove } = await import('../common/cli/version.ts');
const { runCli } = await import('../common/cli/run-cli.ts');
const { loadCommands } = await import('./cli/commands.ts');

const argv = process.argv.slice(2);
const version = versionAbove(import.meta.url);
const { env, execArgv, pid, stderr, stdin, stdout } = process;

process.exitCode = await runCli({
  name: 'sigil-agent',
  version,
  commands: await loadCommands(argv[0], { version, pid, stdout, execArgv }),
  argv,
  io: { env, stderr, stdin, stdout },
});
