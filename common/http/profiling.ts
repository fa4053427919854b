import { Session } from 'node:inspector/promises';
import type { Clock } from '../clock/clock.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from './http-server.ts';

/**
 * Profiles of this process, taken when somebody asks: where its time goes and who allocates. They name
 * functions, files and sizes, never values, as a snapshot of the heap would: no secret is in them. They are
 * written in V8's format, which Chrome's developer tools and speedscope read.
 */
export function profilingRoutes(
  clock: Pick<Clock, 'sleep'>,
): Readonly<Record<string, HttpHandler>> {
  let isBusy = false;
  const route =
    (take: (session: Session, during: () => Promise<void>) => Promise<object>): HttpHandler =>
    async (request) => {
      const seconds = secondsOf(request);
      if (seconds === undefined) return text(400, 'seconds must be a number from 1 to 20\n');
      if (isBusy) return text(503, 'a profile is being taken: try again later\n');
      isBusy = true;
      const session = new Session();
      try {
        session.connect();
        const profile = await take(session, () => clock.sleep(seconds * 1_000));
        return { status: 200, contentType: 'application/json', body: JSON.stringify(profile) };
      } finally {
        session.disconnect();
        isBusy = false;
      }
    };
  return { '/debug/pprof/profile': route(takeCpu), '/debug/pprof/heap': route(takeHeap) };
}

async function takeCpu(session: Session, during: () => Promise<void>): Promise<object> {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await during();
  return (await session.post('Profiler.stop')).profile;
}

async function takeHeap(session: Session, during: () => Promise<void>): Promise<object> {
  await session.post('HeapProfiler.startSampling');
  await during();
  return (await session.post('HeapProfiler.stopSampling')).profile;
}

/** Less than the server's time-out of connections that are silent. */
function secondsOf({ query }: HttpRequest): number | undefined {
  const asked = new URLSearchParams(query).get('seconds') ?? '10';
  return /^([1-9]|1\d|20)$/.test(asked) ? Number(asked) : undefined;
}

function text(status: number, body: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}
