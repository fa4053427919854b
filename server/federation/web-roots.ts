import { getCACertificates } from 'node:tls';

/**
 * The roots that Web PKI servers chain to: those of the system (`SSL_CERT_FILE` and `SSL_CERT_DIR`
 * where they are set), or Node's own where the system has none. Read once.
 */
export function webRoots(): readonly string[] {
  roots ??= read();
  return roots;
}

let roots: readonly string[] | undefined;

function read(): readonly string[] {
  const system = getCACertificates('system');
  return [...new Set(system.length > 0 ? system : getCACertificates('default'))];
}
