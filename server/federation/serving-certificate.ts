import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { HttpTls } from '../../common/http/http-server.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';

export interface ServingCertificateFiles {
  readonly certFilePath: string;
  readonly keyFilePath: string;
  readonly syncIntervalMs: number;
}

interface ServingCertificateOptions {
  readonly files: ServingCertificateFiles;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A certificate and key from files that may be replaced; the last good pair stays in use. */
export class ServingCertificate {
  readonly #options: ServingCertificateOptions;
  #current: HttpTls;

  private constructor(options: ServingCertificateOptions, current: HttpTls) {
    this.#options = options;
    this.#current = current;
  }

  /** Reads the files once. Throws FAILED_PRECONDITION when they hold no certificate with its key. */
  static async open(options: ServingCertificateOptions): Promise<ServingCertificate> {
    return new ServingCertificate(options, await load(options.files));
  }

  readonly current = (): HttpTls => this.#current;

  /** Reads the files again and again until the signal. */
  run(signal: AbortSignal): void {
    const { clock, files, log } = this.#options;
    runLoop(
      signal,
      (error) => log.error('Reading of the serving certificate ended', { error }),
      async () => {
        while (!signal.aborted) {
          await clock.sleep(files.syncIntervalMs, signal);
          await this.reload();
        }
      },
    );
  }

  /** Never throws: a half-written pair is logged and read again next time. */
  async reload(): Promise<void> {
    const { files, log } = this.#options;
    try {
      const { certPem, keyPem } = await load(files);
      if (certPem === this.#current.certPem && keyPem === this.#current.keyPem) return;
      this.#current = { certPem, keyPem };
      log.info('Serving certificate reloaded', { path: files.certFilePath });
    } catch (error) {
      log.error('Failed to reload the serving certificate', { path: files.certFilePath, error });
    }
  }
}

async function load({ certFilePath, keyFilePath }: ServingCertificateFiles): Promise<HttpTls> {
  try {
    const [certPem, keyPem] = await Promise.all([
      readFile(certFilePath, 'utf8'),
      readFile(keyFilePath, 'utf8'),
    ]);
    if (!new X509Certificate(certPem).checkPrivateKey(createPrivateKey(keyPem))) {
      throw new Error('the private key does not belong to the certificate');
    }
    return { certPem, keyPem };
  } catch (cause) {
    const text = `unable to load serving certificate ${JSON.stringify(certFilePath)} with key ${JSON.stringify(keyFilePath)}: ${messageOf(cause)}`;
    throw new SpiffeError('FAILED_PRECONDITION', text, { cause });
  }
}
