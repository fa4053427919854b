import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLevel } from '../../../common/log/logger.ts';
import { serverLoggerService } from '../../../common/rpc/services/server-logger.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { spire } from '../../../proto/gen/spire-api.js';
import { loggerApi } from './logger-api.ts';

const { LogLevel: levels } = spire.api.types;

function setUp() {
  let level: LogLevel = 'info';
  const log = {
    level: () => level,
    setLevel(next: LogLevel) {
      level = next;
    },
  };
  const methods = loggerApi(log);
  const call = async (path: string, request: object) => {
    const served = methods.find(({ method }) => method.path === path) as ServedMethod & {
      unary: (request: object) => Promise<{ current_level: number; launch_level: number }>;
    };
    return served.unary(request);
  };
  return { call, level: () => level };
}

test('the level is read, set and reset to that of the start', async () => {
  const { call, level } = setUp();
  const launch_level = levels.INFO;
  assert.deepEqual(await call(serverLoggerService.GetLogger.path, {}), {
    current_level: levels.INFO,
    launch_level,
  });
  const set = await call(serverLoggerService.SetLogLevel.path, { new_level: levels.TRACE });
  assert.deepEqual([set.current_level, level()], [levels.DEBUG, 'debug']);
  const reset = await call(serverLoggerService.ResetLogLevel.path, {});
  assert.deepEqual([reset.current_level, level()], [levels.INFO, 'info']);
});

for (const new_level of [levels.UNSPECIFIED, 99]) {
  test(`level ${new_level} is refused`, async () => {
    const { call, level } = setUp();
    await assert.rejects(call(serverLoggerService.SetLogLevel.path, { new_level }), {
      code: 'INVALID_ARGUMENT',
    });
    assert.equal(level(), 'info');
  });
}
