import type { Command } from '../../common/cli/command.ts';
import type { ProgramHost } from './run.ts';

/** The commands of the program; what the first word does not need is not loaded. */
export async function loadCommands(
  first: string | undefined,
  host: ProgramHost,
): Promise<readonly Command[]> {
  if (first === 'run') {
    const { createRunCommand } = await import('./run.ts');
    return [createRunCommand(host)];
  }
  const [{ completionCommands }, { createRunCommand }, { clientCommands }, ...own] =
    await Promise.all([
      import('../../common/cli/completion.ts'),
      import('./run.ts'),
      import('./client-commands.ts'),
      import('./backup.ts'),
      import('./k8s-check.ts'),
      import('./validate.ts'),
    ]);
  const [{ backupCommand, restoreCommand }, { k8sCheck }, { validate }] = own;
  const commands: Command[] = [
    ...clientCommands,
    backupCommand(host.version),
    createRunCommand(host),
    k8sCheck,
    restoreCommand,
    validate,
  ];
  commands.push(...completionCommands('sigil-server', () => commands));
  return commands;
}
