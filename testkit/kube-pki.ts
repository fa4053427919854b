import { webcrypto } from 'node:crypto';
import { systemClock } from '../common/clock/clock.ts';
import { peculiar as x509 } from './peculiar-x509.ts';

export interface KubeCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface KubePki {
  readonly caPem: string;
  /** Names are DNS names or IP addresses; valid for an hour from `notBefore`. */
  issue(
    names: readonly string[],
    options?: {
      readonly commonName?: string;
      readonly notBefore?: Date;
      readonly selfSigned?: boolean;
    },
  ): Promise<KubeCertificate>;
}

/** A cluster's certificate authority, with the certificates that clusters have: IP and DNS names. */
export async function createKubePki(): Promise<KubePki> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const validity = (notBefore = new Date(systemClock.now() - 60_000)) => ({
    notBefore,
    notAfter: new Date(notBefore.getTime() + 3_600_000),
  });
  const caKeys = await newKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=kubernetes',
    keys: caKeys,
    ...validity(),
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    caPem: ca.toString('pem'),
    async issue(names, { commonName = 'kubelet', notBefore, selfSigned = false } = {}) {
      const keys = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${commonName}`,
        issuer: selfSigned ? `CN=${commonName}` : ca.subject,
        publicKey: keys.publicKey,
        signingKey: selfSigned ? keys.privateKey : caKeys.privateKey,
        ...validity(notBefore),
        signingAlgorithm: algorithm,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
          ),
        ],
      });
      const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
      const keyPem = x509.PemConverter.encode(der, 'PRIVATE KEY');
      return { certPem: certificate.toString('pem'), keyPem };
    },
  };
}
