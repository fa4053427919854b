import { writeFileSync } from 'node:fs';
import { pkcs8Of } from '../../common/x509/keys.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { certificateFingerprint } from '../../common/x509/proof-of-possession.ts';
import { issueNodeIdentity, type NodeIdentity } from '../../testkit/node-pki.ts';
import type { Workspace } from '../local/harness/workspace.ts';

/** Writes a node's files and answers the agent's plugin for them. */
export function popPlugin(workspace: Workspace, node: NodeIdentity, middle: NodeIdentity): string {
  const paths = ['node.crt', 'node.key', 'middle.crt'].map((name) => workspace.path(name));
  const [certificate = '', key = '', intermediates = ''] = paths;
  writeFileSync(certificate, certificatesToPem([node.der]));
  writeFileSync(key, encodePem('PRIVATE KEY', pkcs8Of(node.keyPair.privateKey)), { mode: 0o600 });
  writeFileSync(intermediates, certificatesToPem([middle.der]));
  return `"x509pop" { plugin_data {
    certificate_path = ${JSON.stringify(certificate)}
    private_key_path = ${JSON.stringify(key)}
    intermediates_path = ${JSON.stringify(intermediates)}
  } }`;
}

/** A node with a certificate of a PKI of its own, which can attest again at any time. */
export async function createPopNode(workspace: Workspace) {
  const root = await issueNodeIdentity(undefined, {
    isCa: true,
    name: [{ type: 'CN', value: 'root' }],
  });
  const node = await issueNodeIdentity(root, { name: [{ type: 'CN', value: 'node' }] });
  const bundle = workspace.path('node-ca.pem');
  writeFileSync(bundle, certificatesToPem([root.der]));
  return {
    /** For the agent's and the server's configuration. */
    nodeAttestor: popPlugin(workspace, node, root),
    nodeAttestors: [`"x509pop" { plugin_data { ca_bundle_path = ${JSON.stringify(bundle)} } }`],
    agentId: `spiffe://demo.test/spire/agent/x509pop/${certificateFingerprint(node)}`,
  };
}
