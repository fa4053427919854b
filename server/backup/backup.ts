import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { syncFile, writeFileAtomically } from '../../common/files/atomic-file.ts';
import { readKeyFile } from '../../common/keymanager/key-file.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import { copyDatabase, inspectDatabase, type DatabaseSummary } from '../datastore/sqlite/copy.ts';
import { databaseName, digestOf, keysName, manifestName, type Manifest } from './manifest.ts';
import type { Places } from './places.ts';

interface BackupOptions {
  readonly places: Places;
  /** The folder to make; it must not exist. */
  readonly output: string;
  readonly version: string;
  readonly clock: Clock;
}

/**
 * Copies the database, as of one moment, and then the keys into a new folder, while the server runs.
 * The folder gets its name when all is written, checked and on the disk: killed before, there is none.
 * Throws ALREADY_EXISTS, STORAGE_CORRUPT and STORAGE_FAILED.
 */
export function createBackup({ places, output, version, clock }: BackupOptions): Manifest {
  if (existsSync(output)) {
    throw new SpiffeError(
      'ALREADY_EXISTS',
      `${JSON.stringify(output)} exists; nothing was written`,
    );
  }
  const unfinished = `${output}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeNew(unfinished);
  try {
    const summary = copyAll(places, unfinished);
    const names = [databaseName, ...(places.keysPath === undefined ? [] : [keysName])];
    const manifest: Manifest = {
      format: 1,
      trust_domain: places.trustDomain,
      created_at: new Date(clock.now()).toISOString(),
      version,
      schema_version: summary.schemaVersion,
      entries: summary.entries,
      agents: summary.agents,
      files: Object.fromEntries(
        names.map((name) => [name, digestOf(readFileSync(join(unfinished, name)))]),
      ),
    };
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    writeFileAtomically(join(unfinished, manifestName), text, 0o600);
    renameSync(unfinished, output);
    syncFile(dirname(output));
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function makeNew(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to make ${JSON.stringify(folder)}`, { cause });
  }
}

function readKeys(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to read keys_path ${JSON.stringify(path)}`, {
      cause,
    });
  }
}

/**
 * The keys come second: a key that the database does not know is of no harm. A rotation in between may
 * replace the one that it does know, and then both are copied again.
 */
function copyAll({ databasePath, keysPath, trustDomain }: Places, folder: string): DatabaseSummary {
  const database = join(folder, databaseName);
  for (let attempt = 1; ; attempt++) {
    rmSync(database, { force: true });
    copyDatabase(databasePath, database);
    chmodSync(database, 0o600);
    syncFile(database);
    const summary = inspectDatabase(database);
    checkTrustDomain(trustDomain, summary);
    if (keysPath === undefined) return summary;
    writeFileAtomically(join(folder, keysName), readKeys(keysPath), 0o600);
    if (holdsActiveKey(join(folder, keysName), summary)) return summary;
    if (attempt === mostAttempts) {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `none of the keys in ${JSON.stringify(keysPath)} is one that the database says is in use`,
      );
    }
  }
}

function checkTrustDomain(expected: TrustDomain, { trustDomain }: DatabaseSummary): void {
  if (trustDomain === undefined || trustDomain === expected) return;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `the datastore is of trust domain ${JSON.stringify(trustDomain)}, not ${JSON.stringify(expected)}`,
  );
}

function holdsActiveKey(keysPath: string, { activeAuthorities }: DatabaseSummary): boolean {
  if (activeAuthorities.length === 0) return true;
  return [...readKeyFile(keysPath).pairs.values()].some(({ publicKeyDer }) =>
    activeAuthorities.includes(subjectKeyIdOf(publicKeyDer).toString('hex')),
  );
}

const mostAttempts = 3;
