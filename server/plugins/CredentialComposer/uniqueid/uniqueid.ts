import { createHash } from 'node:crypto';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { CredentialComposer } from '../../../ca/credential-composer.ts';

/**
 * Gives each workload a subject of its own, as RFC 5280 §4.1.2.6 wants it: an x500UniqueIdentifier made of
 * its SPIFFE ID, the same as SPIRE's.
 */
export const uniqueId = definePlugin({
  type: 'CredentialComposer',
  name: 'uniqueid',
  config: z.strictObject({}),
  create: (): CredentialComposer => ({
    name: 'uniqueid',
    composeWorkloadX509Svid(attributes, { spiffeId }) {
      const value = createHash('sha256').update(spiffeId).digest('hex').slice(0, 32);
      const others = attributes.subject.filter(({ type }) => type !== uniqueIdentifier);
      const subject = [...others, { type: uniqueIdentifier, value }];
      return Promise.resolve({ ...attributes, subject });
    },
  }),
});

const uniqueIdentifier = '2.5.4.45';
