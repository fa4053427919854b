import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseSocketPath, serverPrivateSocket as place } from './socket-path.ts';

const template = { SPIRE_SERVER_PRIVATE_SOCKET_TEMPLATE: '/run/%i/%i.sock' };
const path = { SPIRE_SERVER_PRIVATE_SOCKET: '/run/env.sock' };

test('the flag wins over the instance, the instance over the environment, that over the default', () => {
  const rows: readonly (readonly [string, string, Record<string, string>, string])[] = [
    ['/a.sock', 'x', { ...template, ...path }, '/a.sock'],
    [place.defaultPath, 'x', { ...template, ...path }, '/run/x/x.sock'],
    [place.defaultPath, '', { ...template, ...path }, '/run/env.sock'],
    [place.defaultPath, '', template, place.defaultPath],
    [place.defaultPath, '$&', template, '/run/$&/$&.sock'],
  ];
  for (const [socketPath, instance, env, expected] of rows) {
    assert.equal(chooseSocketPath({ socketPath, instance, env }, place), expected);
  }
});

test('an instance needs a template with its place in it, and a path has a length', () => {
  const choose = (socketPath: string, instance: string, env: Record<string, string>) => () =>
    chooseSocketPath({ socketPath, instance, env }, place);
  const variable = 'SPIRE_SERVER_PRIVATE_SOCKET_TEMPLATE';
  assert.throws(choose(place.defaultPath, 'x', {}), {
    message: `you must define ${variable} to use the instance flag`,
  });
  assert.throws(choose(place.defaultPath, 'x', { [variable]: '/run/a' }), {
    message: `failed to find %i in ${variable}`,
  });
  assert.throws(choose(`/${'x'.repeat(107)}`, '', {}), { message: /must have 1 to 107 bytes/ });
  assert.throws(choose('', '', {}), { message: /must have 1 to 107 bytes/ });
});
