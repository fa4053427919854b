import { createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Backoff } from '../../../common/clock/backoff.ts';
import type { Clock } from '../../../common/clock/clock.ts';
import { findFile, writeFileAtomically } from '../../../common/files/atomic-file.ts';
import type { HttpTls } from '../../../common/http/http-server.ts';
import { prepareKeyFolder } from '../../../common/keymanager/key-folder.ts';
import { runLoop } from '../../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../../common/log/logger.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { createCsr } from '../../../common/x509/csr.ts';
import { generateKeyPair, keyPairFromPkcs8, pkcs8Of } from '../../../common/x509/keys.ts';
import { certificatesFromPem, decodePem, encodePemBytes } from '../../../common/x509/pem.ts';
import { webRoots } from '../web-roots.ts';
import { AccountKey } from './account-key.ts';
import { AcmeHttp } from './acme-http.ts';
import { orderCertificate } from './acme-order.ts';
import { placeholderCertificate } from './challenge-certificate.ts';

export interface AcmeConfig {
  readonly directoryUrl: string;
  readonly domainName: string;
  readonly email: string;
  readonly tosAccepted: boolean;
}

interface AcmeCertificateOptions extends AcmeConfig {
  /** Holds the account's key and the certificate with its key, for the owner only. */
  readonly folder: string;
  readonly roots?: () => readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** A Web PKI certificate that is got and renewed over ACME; it outlives restarts in its folder. */
export class AcmeCertificate {
  readonly #options: AcmeCertificateOptions;
  #current: HttpTls;
  #renewAtMs = 0;
  #challenge: HttpTls | undefined;

  private constructor(options: AcmeCertificateOptions, placeholder: HttpTls) {
    this.#options = options;
    this.#current = placeholder;
  }

  /** Takes up what the folder holds. Throws STORAGE_FAILED when it cannot be written to. */
  static async open(options: AcmeCertificateOptions): Promise<AcmeCertificate> {
    prepareKeyFolder(options.folder);
    const placeholder = await placeholderCertificate(options.domainName, options.clock.now());
    const certificate = new AcmeCertificate(options, placeholder);
    certificate.#takeUpStored();
    return certificate;
  }

  readonly current = (): HttpTls => this.#current;

  /** For the TLS-ALPN-01 challenge. */
  readonly challengeFor = (serverName: string): HttpTls | undefined =>
    serverName.toLowerCase() === this.#options.domainName.toLowerCase()
      ? this.#challenge
      : undefined;

  /** Gets and renews it until the signal: at two thirds of its life, and later and later after failures. */
  run(signal: AbortSignal): void {
    const { clock, log } = this.#options;
    const backoff = new Backoff({ initialMs: 60_000, maxMs: 60 * 60_000 });
    runLoop(
      signal,
      (error) => log.error('Renewal of the bundle endpoint certificate ended', { error }),
      async () => {
        while (!signal.aborted) {
          const wait = this.#renewAtMs - clock.now();
          if (wait > 0) await clock.sleep(wait, signal);
          if (await this.#tryToRenew(signal)) backoff.reset();
          else await clock.sleep(backoff.next(), signal);
        }
      },
    );
  }

  async #tryToRenew(signal: AbortSignal): Promise<boolean> {
    const { domainName, log } = this.#options;
    try {
      await this.#renew(signal);
      log.info('Bundle endpoint certificate obtained', { dns_name: domainName });
      return true;
    } catch (error) {
      if (!signal.aborted) {
        const fields = { dns_name: domainName, error };
        log.error('Failed to obtain a bundle endpoint certificate', fields);
      }
      return false;
    }
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { clock, directoryUrl, domainName, email, roots = webRoots, tosAccepted } = this.#options;
    const pair = await generateKeyPair('ec-p256');
    const certPem = await orderCertificate({
      http: new AcmeHttp({ directoryUrl, roots, clock, signal }),
      key: await this.#accountKey(),
      email,
      tosAccepted,
      domainName,
      csrDer: createCsr({ ...pair, dnsNames: [domainName], subject: [] }),
      present: (challenge) => (this.#challenge = challenge),
      clock,
      signal,
    });
    const keyPem = encodePemBytes('PRIVATE KEY', pkcs8Of(pair.privateKey)).toString('latin1');
    const pairPem = { certPem, keyPem };
    checkPair(pairPem);
    // Both in one file: they can never be of two orders.
    writeFileAtomically(this.#certificatePath, keyPem + certPem, 0o600);
    this.#use(pairPem);
  }

  #takeUpStored(): void {
    const stored = findFile(this.#certificatePath);
    if (stored === undefined) return;
    try {
      const keyPem = blocksOf(stored, 'PRIVATE KEY');
      const certPem = blocksOf(stored, 'CERTIFICATE');
      checkPair({ certPem, keyPem });
      this.#use({ certPem, keyPem });
    } catch (error) {
      // A new one is a few seconds away.
      this.#options.log.warn('Stored bundle endpoint certificate is of no use', { error });
    }
  }

  #use(pair: HttpTls): void {
    const { notBeforeMs, notAfterMs } = leafOf(pair);
    if (!new X509Certificate(pair.certPem).checkHost(this.#options.domainName)) return;
    this.#renewAtMs = notBeforeMs + ((notAfterMs - notBeforeMs) * 2) / 3;
    if (notAfterMs > this.#options.clock.now()) this.#current = pair;
  }

  async #accountKey(): Promise<AccountKey> {
    const path = join(this.#options.folder, 'account.pem');
    const stored = findFile(path);
    const [block] = stored === undefined ? [] : decodePem(stored, 'PRIVATE KEY');
    if (block !== undefined) return new AccountKey(keyPairFromPkcs8(block.der));
    const pair = await generateKeyPair('ec-p256');
    writeFileAtomically(path, encodePemBytes('PRIVATE KEY', pkcs8Of(pair.privateKey)), 0o600);
    return new AccountKey(pair);
  }

  get #certificatePath(): string {
    return join(this.#options.folder, 'certificate.pem');
  }
}

function leafOf({ certPem }: HttpTls) {
  const [leaf] = certificatesFromPem(certPem);
  return parseCertificate(leaf ?? new Uint8Array());
}

function checkPair({ certPem, keyPem }: HttpTls): void {
  if (new X509Certificate(certPem).checkPrivateKey(createPrivateKey(keyPem))) return;
  throw new Error('the private key does not belong to the certificate');
}

function blocksOf(pem: Uint8Array, label: string): string {
  const blocks = decodePem(pem, label);
  return blocks.map(({ der }) => encodePemBytes(label, der).toString('latin1')).join('');
}
