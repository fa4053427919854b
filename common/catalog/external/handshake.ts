import { SpiffeError } from '../../errors/spiffe-error.ts';

/**
 * Reads the line by which a go-plugin program says where it serves, and returns the path of its Unix
 * socket: `CORE|APP|NETWORK|ADDRESS|PROTOCOL[|CERTIFICATE[|MULTIPLEX]]`. Throws FAILED_PRECONDITION for
 * what is not a plugin or one of another make.
 */
export function parseHandshake(line: string): string {
  const text = line.trim();
  const [core, app, network, address = '', protocol = 'netrpc', certificate = ''] = text.split('|');
  if (text.split('|').length < 4) {
    throw refused(`Unrecognized remote plugin message: ${JSON.stringify(text.slice(0, 200))}`);
  }
  if (core !== coreVersion) {
    throw refused(
      `incompatible core API version with plugin: it has ${quote(core)}, expected ${coreVersion}`,
    );
  }
  if (app !== appVersion) {
    throw refused(
      `incompatible API version with plugin: it has ${quote(app)}, expected ${appVersion}`,
    );
  }
  if (protocol !== 'grpc') {
    throw refused(`unsupported plugin protocol ${quote(protocol)}: expected "grpc"`);
  }
  if (network !== 'unix') {
    throw refused(
      `plugin listens on ${quote(network)} ${quote(address)}: only Unix sockets are connected to`,
    );
  }
  // Nobody gave it a certificate to trust; go-plugin takes shorter texts here for something else.
  if (certificate.length > 50) throw refused('plugin serves TLS, which it was not asked for');
  if (!address.startsWith('/')) {
    throw refused(`plugin listens on ${quote(address)}, which is not an absolute path`);
  }
  return address;
}

function quote(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 200));
}

function refused(message: string): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', message);
}

const coreVersion = '1';
const appVersion = '1';
