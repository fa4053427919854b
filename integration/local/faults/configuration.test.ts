import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { RunningAgent } from '../harness/agent.ts';
import { defaultPrograms, runCli } from '../harness/programs.ts';
import { RunningServer } from '../harness/server.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let serverConfig = '';
let agentConfig = '';

before(() => {
  workspace = new Workspace();
  const server = new RunningServer(workspace, {}, 1);
  const agent = new RunningAgent(workspace, server, {});
  serverConfig = readFileSync(server.configPath, 'utf8');
  agentConfig = readFileSync(agent.configPath, 'utf8');
});
after(() => workspace.dispose());

const components = ['server', 'agent'] as const;

for (const component of components) {
  for (const verb of ['run', 'validate']) {
    test(`${component} ${verb} lists every fault of a bad configuration and exits with 1`, async () => {
      const good = component === 'server' ? serverConfig : agentConfig;
      const bad = good
        .replace('trust_domain = "demo.test"', 'trust_domain = "Demo Test"\n  trsut_domain = "x"')
        .replace('log_level = "DEBUG"', 'log_level = "LOUD"')
        .replace('KeyManager "disk"', 'KeyManager "floppy"');

      const { code, stdout, stderr } = await runConfigured(component, verb, bad);

      assert.equal(code, 1);
      const text = stdout + stderr;
      for (const fault of [/trust_domain/, /trsut_domain/, /LOUD/, /floppy/]) {
        assert.match(text, fault);
      }
    });

    test(`${component} ${verb} names the line of a syntax error and exits with 1`, async () => {
      const { code, stdout, stderr } = await runConfigured(
        component,
        verb,
        `\n${component} {\n  = 1\n`,
      );
      assert.equal(code, 1);
      assert.match(stdout + stderr, /3/);
    });
  }

  test(`${component} run without its configuration file says which file is missing`, async () => {
    const path = workspace.path('nowhere.conf');
    const { code, stdout, stderr } = await runCli([
      ...defaultPrograms()[component],
      'run',
      '-config',
      path,
    ]);
    assert.equal(code, 1);
    assert.ok((stdout + stderr).includes(path));
  });

  test(`${component} validate accepts the configuration that the other tests start with`, async () => {
    const good = component === 'server' ? serverConfig : agentConfig;
    const { code, stdout } = await runConfigured(component, 'validate', good);
    assert.equal(code, 0);
    assert.match(stdout, /valid/);
  });
}

function runConfigured(component: 'agent' | 'server', verb: string, text: string) {
  const path = workspace.path(`${component}-case.conf`);
  writeFileSync(path, text);
  return runCli([...defaultPrograms()[component], verb, '-config', path]);
}
