import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../local/harness/poll.ts';
import { projectRoot, type Workspace } from '../local/harness/workspace.ts';

/** The Go program of `plugins/`, a plugin of every kind. */
const testPlugin = execFileSync('bash', [join(projectRoot, 'scripts/setup-test-plugin.sh')], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim();

const testPluginChecksum = createHash('sha256').update(readFileSync(testPlugin)).digest('hex');

/** One line of what a plugin was asked to do; `pid` is that of the plugin. */
interface PluginEvent extends Readonly<Record<string, unknown>> {
  readonly event: string;
  readonly pid: number;
}

/** A declared plugin: its configuration and what it was asked. */
export class DeclaredPlugin {
  readonly #name: string;
  readonly #folder: string;

  constructor(workspace: Workspace, name: string) {
    this.#name = name;
    this.#folder = workspace.path(name);
    mkdirSync(this.#folder, { recursive: true });
    this.configure('first');
  }

  /** Writes the configuration file that the declaration names. */
  configure(label: string, more = ''): void {
    const text = `events = ${JSON.stringify(this.path('events'))}
label = ${JSON.stringify(label)}
secret = "shared"
dir = ${JSON.stringify(this.#folder)}
${more}
`;
    writeFileSync(this.path('plugin.conf'), text);
  }

  /** For the `plugins` section. */
  declare(type: string, args: readonly string[] = [], checksum = testPluginChecksum): string {
    return `${type} ${this.body(args, checksum)}`;
  }

  /** The same without the type. */
  body(args: readonly string[] = [], checksum = testPluginChecksum): string {
    return `"${this.#name}" {
    plugin_cmd = ${JSON.stringify(testPlugin)}
    plugin_args = ${JSON.stringify(args)}
    plugin_checksum = "${checksum}"
    plugin_data_file = ${JSON.stringify(this.path('plugin.conf'))}
  }`;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  events(kind: string): readonly PluginEvent[] {
    let text: string;
    try {
      text = readFileSync(this.path('events'), 'utf8');
    } catch {
      // Nothing happened yet.
      return [];
    }
    const lines = text.split('\n').filter((line) => line !== '');
    return lines
      .map((line) => JSON.parse(line) as PluginEvent)
      .filter(({ event }) => event === kind);
  }

  /** Waits for the event of this kind with this number, counted from 1. */
  event(kind: string, number = 1): Promise<PluginEvent> {
    const what = `plugin ${this.#name} is asked to ${kind} (${number})`;
    return eventually(what, () => this.events(kind)[number - 1]);
  }
}

/** Whether a process still runs. */
export function isRunning(pid: number): boolean {
  try {
    return /^State:\s+[^ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // There is no such process any more.
    return false;
  }
}
