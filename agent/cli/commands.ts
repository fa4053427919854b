import type { Command } from '../../common/cli/command.ts';
import type { ProgramHost } from './run.ts';

/**
 * The commands of the program. `run` alone is loaded when it is asked for, so that the agent binds its
 * socket sooner; every other word gets them all.
 */
export async function loadCommands(
  first: string | undefined,
  host: ProgramHost,
): Promise<readonly Command[]> {
  const { createRunCommand } = await import('./run.ts');
  const run = createRunCommand(host);
  if (first === 'run') return [run];
  const { clientCommands } = await import('./client-commands.ts');
  const { k8sCheck } = await import('./k8s-check.ts');
  const { validate } = await import('./validate.ts');
  const { completionCommands } = await import('../../common/cli/completion.ts');
  const commands: Command[] = [...clientCommands, k8sCheck, run, validate];
  commands.push(...completionCommands('sigil-agent', () => commands));
  return commands;
}
