import { join } from 'node:path';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { findFile, writeFileAtomically } from '../../common/files/atomic-file.ts';
import { makeFolder } from '../../common/files/make-folder.ts';
import { formatAgentData, noAgentData, parseAgentData, type AgentData } from './agent-data.ts';

/** The agent's data directory: `agent-data.json`, as SPIRE keeps it, in both directions. */
export class Storage {
  readonly #path: string;
  #data: AgentData;

  private constructor(path: string, data: AgentData) {
    this.#path = path;
    this.#data = data;
  }

  /**
   * Creates the directory when it is missing and reads the file. Throws STORAGE_CORRUPT or
   * STORAGE_FAILED with the path; the file stays as it is.
   */
  static open(directory: string): Storage {
    const path = join(directory, 'agent-data.json');
    try {
      makeFolder(directory, 0o755);
    } catch (cause) {
      throw new SpiffeError(
        'STORAGE_FAILED',
        `unable to create data directory ${JSON.stringify(directory)}`,
        { cause },
      );
    }
    const content = findFile(path);
    if (content === undefined) return new Storage(path, noAgentData);
    try {
      return new Storage(path, parseAgentData(content.toString('utf8')));
    } catch (cause) {
      throw new SpiffeError(
        'STORAGE_CORRUPT',
        `${JSON.stringify(path)} cannot be read and was left as it is; ` +
          'move it away to let the agent attest anew',
        { cause },
      );
    }
  }

  get data(): AgentData {
    return this.#data;
  }

  /** Writes what changed; survives a crash at any moment. Throws STORAGE_FAILED. */
  update(changes: Partial<AgentData>): void {
    const next = { ...this.#data, ...changes };
    writeFileAtomically(this.#path, formatAgentData(next), 0o600);
    this.#data = next;
  }
}
