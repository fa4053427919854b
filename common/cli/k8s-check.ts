import type { CheckHost, Finding } from '../catalog/finding.ts';
import { systemClock } from '../clock/clock.ts';
import { defineCommand, exitCodes, type CliIo, type Command } from './command.ts';
import type { Flags, FlagValues } from './flags.ts';
import { outputFlag } from './output.ts';

/** What can be checked, once the configuration was. */
interface Checkable {
  check(host: CheckHost): Promise<readonly Finding[]>;
}

/**
 * `k8s check` of a program: what is missing around its Kubernetes plugins, by asking whom they ask. Exits with 1
 * when something is.
 */
export function createK8sCheck<F extends Flags>(
  flags: F,
  load: (flags: FlagValues<F>, io: CliIo) => Promise<Checkable>,
): Command {
  return defineCommand({
    path: ['k8s', 'check'],
    summary: 'Checks rights and settings in Kubernetes, with the fix for what is missing',
    flags: { ...flags, output: outputFlag() },
    async run(given, io) {
      const plugins = await load(given, io);
      const findings = await plugins.check({
        env: io.env,
        procPath: io.env['HOST_PROC'] ?? '/proc',
        clock: io.clock ?? systemClock,
        signal: io.signal ?? new AbortController().signal,
      });
      const { output } = given as { output: 'json' | 'pretty' };
      io.stdout.write(output === 'json' ? `${JSON.stringify({ findings })}\n` : textOf(findings));
      const isMissing = findings.some(({ outcome }) => outcome === 'missing');
      return isMissing ? exitCodes.failed : exitCodes.ok;
    },
  });
}

function textOf(findings: readonly Finding[]): string {
  if (findings.length === 0)
    return 'No plugin of the configuration needs anything of Kubernetes.\n';
  const groups = Map.groupBy(findings, ({ about }) => about);
  const blocks = [...groups].map(([about, ofIt]) => `${about}\n${ofIt.map(lineOf).join('')}`);
  const count = (outcome: Finding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  const summary = `${count('missing')} missing, ${count('warning')} to look at, ${count('ok')} fine.\n`;
  return `${blocks.join('\n')}\n${summary}`;
}

function lineOf({ outcome, what, detail, fix }: Finding): string {
  const reasons = [
    ...(detail === '' ? [] : [`           ${detail}\n`]),
    ...(fix === '' ? [] : [`           fix: ${fix}\n`]),
  ];
  return `  ${outcome.padEnd(7)}  ${what}\n${reasons.join('')}`;
}
