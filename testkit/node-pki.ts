import { randomBytes } from 'node:crypto';
import { systemClock } from '../common/clock/clock.ts';
import { signCertificate } from '../common/x509/certificate-builder.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { contextPrimitive, encodeDer, sequence } from '../common/x509/der.ts';
import {
  basicConstraints,
  extensionOids,
  keyUsage,
  keyUsages,
  subjectKeyId,
  type Extension,
} from '../common/x509/extensions.ts';
import { subjectKeyIdOf } from '../common/x509/key-identifier.ts';
import { generateKeyPair, type KeyPair, type KeyType } from '../common/x509/keys.ts';
import { encodeName, type DistinguishedName } from '../common/x509/name.ts';
import { signerOf } from '../common/x509/signature.ts';

/** A certificate of a PKI that is no trust domain, with its key. */
export interface NodeIdentity {
  readonly der: Uint8Array;
  readonly keyPair: KeyPair;
}

interface NodeIdentityOptions {
  readonly name?: DistinguishedName;
  readonly isCa?: boolean;
  readonly keyType?: KeyType;
  /** Shared by two CA certificates that are to sign the same things. */
  readonly keyPair?: KeyPair;
  /** Undefined leaves the extension out. */
  readonly keyUsage?: number | undefined;
  readonly serialHex?: string;
  readonly uris?: readonly string[];
  /** Bytes of the addresses, 4 or 16 each. */
  readonly ips?: readonly Uint8Array[];
  readonly notAfterMs?: number;
}

/** Issues node certificates and CAs as an operator's own PKI does; without issuer a self-signed one. */
export async function issueNodeIdentity(
  issuer: NodeIdentity | undefined,
  options: NodeIdentityOptions = {},
): Promise<NodeIdentity> {
  const { name = [], isCa = false, uris = [], ips = [] } = options;
  const keyPair = options.keyPair ?? (await generateKeyPair(options.keyType ?? 'ec-p256'));
  const usage = isCa ? keyUsages.keyCertSign : keyUsages.digitalSignature;
  const bits = 'keyUsage' in options ? options.keyUsage : usage;
  const subjectDer = encodeName(name);
  const names = [
    ...uris.map((uri) => contextPrimitive(6, Buffer.from(uri))),
    ...ips.map((ip) => contextPrimitive(7, ip)),
  ];
  const extensions: Extension[] = [
    ...(bits === undefined ? [] : [keyUsage(bits)]),
    basicConstraints(isCa),
    subjectKeyId(subjectKeyIdOf(keyPair.publicKeyDer)),
  ];
  if (names.length > 0) {
    const value = encodeDer(sequence(...names));
    extensions.push({ oid: extensionOids.subjectAltName, critical: false, value });
  }
  const der = await signCertificate(
    {
      serialNumber: Buffer.from(options.serialHex ?? `4${randomBytes(8).toString('hex')}1`, 'hex'),
      issuerDer: issuer === undefined ? subjectDer : parseCertificate(issuer.der).subjectDer,
      subjectDer,
      notBeforeMs: systemClock.now() - 60_000,
      notAfterMs: options.notAfterMs ?? systemClock.now() + 3_600_000,
      publicKeyDer: keyPair.publicKeyDer,
      extensions,
    },
    signerOf(issuer?.keyPair ?? keyPair),
  );
  return { der, keyPair };
}
