import { z } from 'zod';

const text = () => z.string().default('');

const tokenAuth = z.strictObject({ token: text() });
const certAuth = z.strictObject({
  cert_auth_mount_point: text(),
  cert_auth_role_name: text(),
  client_cert_path: text(),
  client_key_path: text(),
});
const appRoleAuth = z.strictObject({
  approle_auth_mount_point: text(),
  approle_id: text(),
  approle_secret_id: text(),
});
const k8sAuth = z.strictObject({
  k8s_auth_mount_point: text(),
  k8s_auth_role_name: z.string().min(1),
  token_path: z.string().min(1),
});

/** SPIRE's keys of the plugin `vault`. */
export const vaultConfig = z
  .strictObject({
    vault_addr: text(),
    namespace: text(),
    pki_mount_point: text(),
    ca_cert_path: text(),
    insecure_skip_verify: z.boolean().default(false),
    token_auth: tokenAuth.optional(),
    cert_auth: certAuth.optional(),
    approle_auth: appRoleAuth.optional(),
    k8s_auth: k8sAuth.optional(),
  })
  .superRefine((config, context) => {
    const methods = [
      config.token_auth,
      config.cert_auth,
      config.approle_auth,
      config.k8s_auth,
    ].filter((method) => method !== undefined);
    if (methods.length === 1) return;
    const message = 'expected exactly one of token_auth, cert_auth, approle_auth and k8s_auth';
    context.addIssue({ code: 'custom', message });
  });

type VaultConfig = z.output<typeof vaultConfig>;

/** How to prove to Vault who we are; file paths are read at each login. */
type Login =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'cert'; readonly mount: string; readonly role: string }
  | {
      readonly kind: 'approle';
      readonly mount: string;
      readonly roleId: string;
      readonly secretId: string;
    }
  | {
      readonly kind: 'k8s';
      readonly mount: string;
      readonly role: string;
      readonly tokenPath: string;
    };

/** Where Vault is and how to get in. */
export interface VaultAccess {
  readonly address: URL;
  readonly namespace: string;
  readonly pkiMount: string;
  readonly caCertPath: string;
  readonly verifies: boolean;
  readonly clientCertPath: string;
  readonly clientKeyPath: string;
  readonly login: Login;
}

type Env = Readonly<Record<string, string | undefined>>;

/** SPIRE 1.15: a variable of the environment, even an empty one, wins over the file. Throws TypeError. */
export function resolveAccess(config: VaultConfig, env: Env): VaultAccess {
  const given = (name: string, fallback = '') => env[name] ?? fallback;
  const cert = config.cert_auth;
  const clientCertPath = cert && given('VAULT_CLIENT_CERT', cert.client_cert_path);
  const clientKeyPath = cert && given('VAULT_CLIENT_KEY', cert.client_key_path);
  if (cert !== undefined && (!clientCertPath || !clientKeyPath)) {
    throw new TypeError('cert_auth: both client_cert_path and client_key_path are required');
  }
  return {
    address: addressOf(given('VAULT_ADDR', config.vault_addr) || 'https://127.0.0.1:8200'),
    namespace: given('VAULT_NAMESPACE', config.namespace),
    pkiMount: mountOf(config.pki_mount_point, 'pki'),
    caCertPath: given('VAULT_CACERT', config.ca_cert_path),
    verifies: !config.insecure_skip_verify,
    clientCertPath: clientCertPath ?? '',
    clientKeyPath: clientKeyPath ?? '',
    login: loginOf(config, given),
  };
}

function loginOf(config: VaultConfig, given: (name: string, fallback: string) => string): Login {
  const { token_auth: token, cert_auth: cert, approle_auth: appRole, k8s_auth: k8s } = config;
  if (token !== undefined) {
    const value = given('VAULT_TOKEN', token.token);
    if (value === '') throw new TypeError('token_auth: token is empty');
    return { kind: 'token', token: value };
  }
  if (cert !== undefined) {
    const mount = mountOf(cert.cert_auth_mount_point, 'cert');
    return { kind: 'cert', mount, role: cert.cert_auth_role_name };
  }
  if (appRole !== undefined) {
    return {
      kind: 'approle',
      mount: mountOf(appRole.approle_auth_mount_point, 'approle'),
      roleId: given('VAULT_APPROLE_ID', appRole.approle_id),
      secretId: given('VAULT_APPROLE_SECRET_ID', appRole.approle_secret_id),
    };
  }
  // The schema saw to it that one is there.
  const {
    k8s_auth_mount_point: mount,
    k8s_auth_role_name: role,
    token_path: tokenPath,
  } = k8s as NonNullable<typeof k8s>;
  return { kind: 'k8s', mount: mountOf(mount, 'kubernetes'), role, tokenPath };
}

function mountOf(mount: string, usual: string): string {
  return mount.replace(/^\/+|\/+$/g, '') || usual;
}

function addressOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new TypeError(`vault_addr ${JSON.stringify(given)} is not an http or https URL`);
}
