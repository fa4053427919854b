import {
  facadeError,
  markStream,
  withFacadePrefix,
} from '../common/catalog/external/facade-error.ts';
import type { PluginCalls } from '../common/catalog/external/plugin-calls.ts';
import type { CallOptions, ClientStream, Init, Method } from '../common/rpc/contract.ts';

interface FakeCall {
  /** The name of the method alone. */
  readonly method: string;
  readonly request: unknown;
  readonly options: CallOptions;
}

interface FakeStream {
  /** Everything that was sent. */
  readonly sent: unknown[];
  isCancelled: boolean;
  /** What the stream was opened with. */
  options: CallOptions;
}

/** Answers to messages of a stream; it ends with what the generator does. */
export type StreamScript = (sent: () => Promise<unknown>) => AsyncGenerator<object, void>;

/** A plugin behind a facade: unary calls are answered by `answer`, streams by a script. */
export class FakePlugin implements PluginCalls {
  readonly type: string;
  readonly name: string;
  readonly calls: FakeCall[] = [];
  readonly streams: FakeStream[] = [];
  answer: (call: FakeCall) => object = () => ({});
  script: StreamScript = async function* () {
    // Ends at once.
  };
  readonly #listeners: (() => void)[] = [];

  constructor(type: string, name: string) {
    this.type = type;
    this.name = name;
  }

  async unary<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions & { readonly timeoutMs: number },
  ): Promise<Response> {
    const call = { method: method.path.split('/').at(-1) ?? '', request, options };
    this.calls.push(call);
    try {
      const answer = await Promise.resolve(this.answer(call));
      return throughTheWire(method, answer);
    } catch (error) {
      throw withFacadePrefix(this, error);
    }
  }

  open<Request, Response>(
    method: Method<Request, Response>,
    options: CallOptions,
  ): ClientStream<Request, Response> {
    const stream: FakeStream = { sent: [], isCancelled: false, options };
    this.streams.push(stream);
    const waiting: ((message: unknown) => void)[] = [];
    const arrived: unknown[] = [];
    const next = () =>
      arrived.length > 0
        ? Promise.resolve(arrived.shift())
        : new Promise<unknown>((found) => waiting.push(found));
    const answers = this.script(next);
    async function* messages(): AsyncGenerator<Response> {
      for await (const answer of answers) yield throughTheWire(method, answer);
    }
    return markStream(this, {
      messages: messages(),
      send(message) {
        stream.sent.push(message);
        const taker = waiting.shift();
        if (taker === undefined) arrived.push(message);
        else taker(message);
        return Promise.resolve();
      },
      end: () => undefined,
      cancel: () => {
        stream.isCancelled = true;
      },
    });
  }

  error(...[code, message]: Parameters<PluginCalls['error']>) {
    return facadeError(this, code, message);
  }

  onRestart(listener: () => void): void {
    this.#listeners.push(listener);
  }

  restart(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What is not in the answer has its default then, as in a decoded message. */
function throughTheWire<Response>(
  { response }: Pick<Method<unknown, Response>, 'response'>,
  answer: object,
): Response {
  return response.decode(response.encode(answer as Init<Response>).finish());
}
