import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../../../common/config/decode.ts';
import { parseHcl } from '../../../../common/config/hcl-parser.ts';
import { dockerConfig, socketPathOf } from './config.ts';
import { expandTemplate } from './podman-socket.ts';

const load = (text: string) => decode(parseHcl(text), dockerConfig);

test('without keys the defaults are SPIRE’s', () => {
  const config = load('');
  assert.equal(socketPathOf(config.docker_socket_path), '/var/run/docker.sock');
  assert.equal(socketPathOf(config.podman_socket_path), '/run/podman/podman.sock');
  assert.equal(config.docker_version, '');
  assert.equal(config.use_new_container_locator, true);
});

const refused: readonly (readonly [text: string, message: RegExp])[] = [
  ['invalid1 = "a"', /invalid1/],
  ['experimental {}', /experimental/],
  ['docker_socket_path = "tcp://127.0.0.1:2375"', /docker_socket_path.*must be the unix:\/\//],
  ['docker_socket_path = "/var/run/docker.sock"', /docker_socket_path.*must be the unix:\/\//],
  ['docker_version = "2"', /docker_version.*must be a Docker API version/],
  ['container_id_cgroup_matchers = ["/<id>"]', /cannot both be used/],
  ['sigstore { skipped_images = [] }', /sigstore.*not supported yet: image signatures/],
  ...['%s', '/a', '/%d/%d', '/%d%', '/%%d', '/%x%d'].map(
    (template) =>
      [
        `podman_socket_path_template = "unix:///run/user${template}"`,
        /invalid podman_socket_path_template: "unix:/,
      ] as const,
  ),
  ['podman_socket_path_template = "/run/%d"', /invalid podman_socket_path_template.*unix/],
  ...(
    [
      ['["/noid"]', /pattern "\/noid" must contain the container id token "<id>" exactly once/],
      ['["/<id>/<id>"]', /pattern "\/<id>\/<id>" must contain/],
      ['["/a/b/<id>", "/*/b/<id>"]', /dockerfinder: patterns must not be ambiguous: \["\/a\/b/],
      ['["/<id>/a", "/x/<id>"]', /dockerfinder: patterns must not be ambiguous/],
    ] as const
  ).map(
    ([list, message]) =>
      [
        `use_new_container_locator = false\ncontainer_id_cgroup_matchers = ${list}`,
        message,
      ] as const,
  ),
];
for (const [text, message] of refused) {
  test(`refused: ${text}`, () => {
    assert.throws(() => load(text), { code: 'CONFIG_INVALID', message });
  });
}

test('a template gives each user a socket', () => {
  const { podman_socket_path_template: template = '' } = load(
    'podman_socket_path_template = "unix:///run/100%%/%d/podman.sock"',
  );
  assert.equal(expandTemplate(template, 1000), 'unix:///run/100%/1000/podman.sock');
});

test('patterns of different lengths, or with different words, go together', () => {
  const { container_id_cgroup_matchers: matchers } = load(
    'use_new_container_locator = false\ncontainer_id_cgroup_matchers = ["/a/<id>", "/a/*/<id>", "/b/<id>"]',
  );
  assert.equal(matchers.length, 3);
});
