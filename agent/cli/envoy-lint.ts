import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import type { Finding } from '../../envoy/lint-rule.ts';
import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { lintEnvoyConfig } from '../../envoy/lint.ts';

/** Ours: finds what makes an Envoy trust too much, or lose its identity, before traffic does. */
export const envoyLint = defineCommand({
  path: ['envoy', 'lint'],
  summary: 'Checks how an Envoy bootstrap (YAML or JSON) or /config_dump answer uses SDS',
  operand: 'FILE',
  flags: {
    socketPath: stringFlag("Path of the agent's socket; if set, another path is a finding"),
    output: outputFlag(),
  },
  run: async ({ output, socketPath }, io, _, file) => {
    const text = await readInput(file, io);
    const name = file === '-' ? 'stdin' : file;
    const findings = lint(text, name, socketPath);
    io.stdout.write(
      output === 'json' ? `${JSON.stringify({ findings })}\n` : lintText(findings, name),
    );
    return findings.length === 0 ? exitCodes.ok : exitCodes.failed;
  },
});

function lint(text: string, name: string, socketPath: string): Finding[] {
  try {
    return lintEnvoyConfig(text, socketPath === '' ? {} : { socketPath });
  } catch (error) {
    if (!hasCode(error, 'CONFIG_INVALID')) throw error;
    throw new SpiffeError('CONFIG_INVALID', `${name}: ${messageOf(error)}`, { cause: error });
  }
}

function lintText(findings: readonly Finding[], name: string): string {
  const rows = findings.map(
    ({ fix, line, risk, rule }) => `${name}:${line}: ${rule}\n  Risk: ${risk}\n  Fix:  ${fix}\n\n`,
  );
  const count = findings.length === 0 ? 'Nothing' : countText(findings.length, 'thing', 'things');
  return `${rows.join('')}${count} to fix in ${name}.\n`;
}
