import { webcrypto } from 'node:crypto';
// @peculiar/x509 does not load without the Reflect metadata API.
import 'reflect-metadata';
import * as peculiar from '@peculiar/x509';

peculiar.cryptoProvider.set(webcrypto as never);

/** @peculiar/x509, our second opinion on certificates, with Node's cryptography set. */
export { peculiar };
