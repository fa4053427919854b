import { z } from 'zod';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Selector } from '../../../../common/spiffe/selector.ts';

/** What an engine says of a container. All but `initPid` is fixed for the life of its ID. */
export interface Container {
  readonly id: string;
  /** As it was named when the container was made. */
  readonly image: string;
  /** The image itself: a tag that moved on changes nothing. Undefined when the engine hides it. */
  readonly imageId: string | undefined;
  readonly labels: readonly (readonly [key: string, value: string])[];
  readonly env: readonly string[];
  /** Its first process; 0 while it does not run. */
  readonly initPid: number;
}

const inspected = z.object({
  Id: z.string(),
  Image: z.string().default(''),
  State: z.object({ Pid: z.int().min(0) }),
  Config: z.object({
    Image: z.string().default(''),
    Labels: z.record(z.string(), z.string()).nullish(),
    Env: z.array(z.string()).nullish(),
  }),
});

/** Reads the answer to an inspection. Throws UNAVAILABLE when it is not what was asked for. */
export function parseContainer(answer: unknown, id: string): Container {
  const parsed = inspected.safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SpiffeError(
      'UNAVAILABLE',
      `the engine describes container ${JSON.stringify(id)} in a way that is not understood: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  const { Id, Image, State, Config } = parsed.data;
  // Engines find containers by name and by the start of an ID too: a name may look like an ID.
  if (Id !== id) {
    throw new SpiffeError(
      'UNAVAILABLE',
      `the engine answered with container ${JSON.stringify(Id)} instead of ${JSON.stringify(id)}`,
    );
  }
  return {
    id,
    image: Config.Image,
    imageId: imageIdPattern.test(Image) ? Image : undefined,
    labels: Object.entries(Config.Labels ?? {}),
    env: Config.Env ?? [],
    initPid: State.Pid,
  };
}

const imageAnswer = z.object({ Id: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/** The ID of an inspected image; undefined when the answer has none. */
export function parseImageId(answer: unknown): string | undefined {
  return imageAnswer.safeParse(answer).data?.Id;
}

/** SPIRE's selectors of type `docker`; an image without an ID has no `image_config_digest`. */
export function containerSelectors(container: Container): readonly Selector[] {
  const { labels, env, image, imageId } = container;
  const values = [
    ...labels.map(([key, value]) => `label:${key}:${value}`),
    ...env.map((variable) => `env:${variable}`),
    ...(image === '' ? [] : [`image_id:${image}`]),
    ...(imageId === undefined ? [] : [`image_config_digest:${imageId}`]),
  ];
  return values.map((value) => ({ type: 'docker', value }));
}

const imageIdPattern = /^sha256:[0-9a-f]{64}$/;
