import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import type { NodeAttestor } from '../../../attestor/node-attestor.ts';

const config = z
  .looseObject({
    /** The name under which the server knows this cluster. */
    cluster: z.string().default(''),
    /** The projected service account token; its audience is the server's. */
    token_path: z.string().default(''),
  })
  .superRefine(({ cluster }, context) => {
    if (cluster !== '') return;
    context.addIssue({
      code: 'custom',
      path: ['cluster'],
      message: 'missing required cluster block',
    });
  });

/** Attests the node by the service account token that its kubelet projected into the agent's pod. */
export const k8sPsat = definePlugin({
  type: 'NodeAttestor',
  name: 'k8s_psat',
  config,
  create: ({ cluster, token_path: path }): NodeAttestor => ({
    type: 'k8s_psat',
    // eslint-disable-next-line @typescript-eslint/require-await -- a missing token must reject, not throw
    async begin() {
      // Read each time: the kubelet replaces it at 80 % of its life.
      const token = readToken(path === '' ? defaultTokenPath : path);
      const payload = Buffer.from(JSON.stringify({ cluster, token }));
      return {
        payload: new Secret<Uint8Array>(payload),
        answer: (): Promise<Uint8Array> =>
          Promise.reject(
            failure('INTERNAL', 'server sent a challenge, which k8s_psat cannot answer'),
          ),
      };
    },
  }),
  async check({ token_path: path }, host) {
    const { checkToken } = await import('./check.ts');
    return checkToken(path === '' ? defaultTokenPath : path, host);
  },
});

/** As it is: SPIRE does not trim it either. */
function readToken(path: string): string {
  const refuse = (cause: unknown) =>
    failure('INVALID_ARGUMENT', `unable to load token from ${path}`, cause);
  let token;
  try {
    token = readFileSync(path, 'utf8');
  } catch (cause) {
    throw refuse(cause);
  }
  if (token === '') throw refuse(new Error('the file is empty'));
  return token;
}

function failure(code: 'INVALID_ARGUMENT' | 'INTERNAL', text: string, cause?: unknown) {
  return new SpiffeError(code, `nodeattestor(k8s_psat): ${text}`, { cause });
}

const defaultTokenPath = '/var/run/secrets/tokens/spire-agent';
