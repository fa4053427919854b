import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../../common/secret/secret.ts';

/** What join_token needs from the agent: the token of its configuration or command line. */
interface JoinTokenHost {
  readonly joinToken: Secret<string> | undefined;
}

const noToken =
  'join token was not provided (join_token, join_token_file), and data_dir holds no X509-SVID to go on with';

/** Attests by a token that the server made and takes once. */
export const joinToken = definePlugin({
  type: 'NodeAttestor',
  name: 'join_token',
  config: z.looseObject({}),
  create: (_config, host: JoinTokenHost) => ({
    type: 'join_token',
    async begin() {
      const token = host.joinToken?.reveal() ?? '';
      if (token === '') {
        throw new SpiffeError('FAILED_PRECONDITION', noToken);
      }
      return Promise.resolve({
        payload: new Secret<Uint8Array>(Buffer.from(token)),
        answer: (): Promise<Uint8Array> =>
          Promise.reject(
            new SpiffeError('INTERNAL', 'server sent a challenge, which join_token cannot answer'),
          ),
      });
    },
  }),
});
