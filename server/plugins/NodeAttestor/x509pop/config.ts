import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf } from '../../../../common/errors/spiffe-error.ts';
import { parseCertificate, type Certificate } from '../../../../common/x509/certificate.ts';
import { certificatesFromPem } from '../../../../common/x509/pem.ts';
import {
  parseAgentPathTemplate,
  type AgentPathTemplate,
} from '../../../attestation/agent-path-template.ts';

/** How the plugin judges nodes. */
export interface X509PopConfig {
  /** The CAs of the node certificates; undefined in `spiffe` mode, where the trust domain's own count. */
  readonly roots: readonly Certificate[] | undefined;
  readonly svidPrefix: string;
  readonly template: AgentPathTemplate;
  readonly maxIntermediates: number;
  readonly maxRsaBits: number;
  readonly verifyClientIp: boolean;
}

const schema = z.strictObject({
  mode: z.string().default(''),
  spiffe_prefix: z.string().optional(),
  ca_bundle_path: z.string().default(''),
  ca_bundle_paths: z.array(z.string()).default([]),
  agent_path_template: z.string().default(''),
  max_intermediates: z.int().default(4),
  max_rsa_key_size: z.int().default(8192),
  verify_client_ip: z.boolean().default(false),
});

type Written = z.output<typeof schema>;

/** SPIRE's `plugin_data` of the server's x509pop, with its texts; the CA files are read here. */
export const x509PopConfig = schema.transform((written, context): X509PopConfig => {
  const fault = (key: keyof Written, message: string) => {
    context.addIssue({ code: 'custom', path: [key], message });
  };
  const mode = written.mode === '' ? 'external_pki' : written.mode;
  if (mode !== 'external_pki' && mode !== 'spiffe') {
    fault('mode', 'mode can only be either spiffe or external_pki');
  }
  if (mode === 'spiffe') checkNoRoots(written, fault);
  for (const key of ['max_intermediates', 'max_rsa_key_size'] as const) {
    if (written[key] <= 0) fault(key, `${key} must be greater than 0`);
  }
  return {
    roots: mode === 'spiffe' ? undefined : readRoots(written, fault),
    svidPrefix: prefixOf(written.spiffe_prefix),
    template: templateOf(written, mode, fault),
    maxIntermediates: written.max_intermediates,
    maxRsaBits: written.max_rsa_key_size,
    verifyClientIp: written.verify_client_ip,
  };
});

type Fault = (key: keyof Written, message: string) => void;

function checkNoRoots(
  { ca_bundle_path: path, ca_bundle_paths: paths }: Written,
  fault: Fault,
): void {
  if (path === '' && paths.length === 0) return;
  fault(
    path === '' ? 'ca_bundle_paths' : 'ca_bundle_path',
    'you can not use ca_bundle_path or ca_bundle_paths in spiffe mode',
  );
}

function readRoots(
  { ca_bundle_path: path, ca_bundle_paths: paths }: Written,
  fault: Fault,
): readonly Certificate[] {
  const key = path === '' ? 'ca_bundle_paths' : 'ca_bundle_path';
  if (path !== '' && paths.length > 0) {
    fault(key, 'only one of ca_bundle_path or ca_bundle_paths can be configured, not both');
  }
  const files = path === '' ? paths : [path];
  if (files.length === 0) {
    fault('ca_bundle_path', 'one of ca_bundle_path or ca_bundle_paths must be configured');
  }
  return files.flatMap((file) => {
    try {
      return certificatesFromPem(readFileSync(file)).map(parseCertificate);
    } catch (error) {
      fault(key, `unable to load trust bundle ${JSON.stringify(file)}: ${messageOf(error)}`);
      return [];
    }
  });
}

function prefixOf(written: string | undefined): string {
  const prefix = written ?? '/spire-exchange/';
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

function templateOf({ agent_path_template: text }: Written, mode: string, fault: Fault) {
  const usual = mode === 'spiffe' ? '{{ .SVIDPathTrimmed }}' : '{{ .Fingerprint }}';
  try {
    return parseAgentPathTemplate(text === '' ? `/{{ .PluginName }}/${usual}` : text);
  } catch (error) {
    const what = `failed to parse agent svid template: ${JSON.stringify(text)}`;
    fault('agent_path_template', `${what}: ${messageOf(error)}`);
    return parseAgentPathTemplate('');
  }
}
