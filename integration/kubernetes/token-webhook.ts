import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What an authenticator says of who holds a token. */
export interface WebhookUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * An authentication webhook, which a real API server asks about every token that it does not know itself.
 * So an API server can be made to say what it says of no token of its own.
 */
export class TokenWebhook {
  readonly #server: Server;
  readonly #users = new Map<string, WebhookUser>();
  /** The tokens that the API server asked about. */
  readonly asked: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(this.#answer(body)));
      });
    });
  }

  static async start(): Promise<TokenWebhook> {
    const webhook = new TokenWebhook();
    webhook.#server.listen(0, '127.0.0.1');
    await once(webhook.#server, 'listening');
    return webhook;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** A token of this user, which says of itself what one of a pod says. */
  tokenOf(user: WebhookUser): string {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = { aud: [audience], iat: nowSeconds, exp: nowSeconds + 600 };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const token = `${encode({ alg: 'RS256' })}.${encode(claims)}.${randomBytes(96).toString('base64url')}`;
    this.#users.set(token, user);
    return token;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #answer(body: string): object {
    const review = JSON.parse(body) as TokenReview;
    const { token, audiences } = review.spec;
    this.asked.push(token);
    const user = this.#users.get(token);
    const isGood = user !== undefined && audiences?.includes(audience) === true;
    const status = isGood
      ? { authenticated: true, user, audiences: [audience] }
      : { authenticated: false };
    return { apiVersion: review.apiVersion, kind: review.kind, status };
  }
}

interface TokenReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: { readonly token: string; readonly audiences?: readonly string[] };
}

/** Of its tokens. */
const audience = 'sigil';
