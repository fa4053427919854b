import type { Flavour, SdsConfig } from './config.ts';
import { MessageReader } from './protobuf.ts';

/** The few facts of an `envoy.config.core.v3.Node` that matter; the other 61 kB are never built. */
export interface EnvoyNode {
  readonly id: string;
  readonly cluster: string;
  /** `1.40.0`, when the Envoy told it as numbers. */
  readonly version?: EnvoyVersion;
  /** The node's metadata `disable_spiffe_cert_validation`, when it has a valid value. */
  readonly disableSpiffeCertValidation?: boolean;
}

interface EnvoyVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** Decodes a Node. Throws INVALID_ARGUMENT when it is malformed. */
export function decodeNode(bytes: Uint8Array): EnvoyNode {
  const node: { -readonly [Key in keyof EnvoyNode]: EnvoyNode[Key] } = { id: '', cluster: '' };
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) node.id = reader.text(longestNodeText);
    else if (field === 2) node.cluster = reader.text(longestNodeText);
    else if (field === 3) {
      const disable = decodeMetadata(reader.bytes());
      if (disable !== undefined) node.disableSpiffeCertValidation = disable;
    } else if (field === 8) {
      const bytes = reader.bytes();
      const version = bytes.length > longestBuildVersion ? undefined : decodeBuildVersion(bytes);
      if (version !== undefined) node.version = version;
    } else reader.skip();
  }
  return node;
}

/**
 * The flavour of validation contexts for this Envoy, by SPIRE's rules: metadata wins over the
 * configuration; before 1.18 Envoy had no SPIFFE validator; an unknown version counts as new.
 */
export function flavourOf(
  node: EnvoyNode | undefined,
  config: Pick<SdsConfig, 'disable_spiffe_cert_validation'>,
): Flavour {
  if (node?.disableSpiffeCertValidation ?? config.disable_spiffe_cert_validation) return 'rootca';
  const version = node?.version;
  if (version === undefined) return 'spiffe';
  return version.major === 0 || (version.major === 1 && version.minor <= 17) ? 'rootca' : 'spiffe';
}

/** `1.40.0`, or the empty string when the version is unknown. */
export function versionText(version: EnvoyVersion | undefined): string {
  return version === undefined ? '' : `${version.major}.${version.minor}.${version.patch}`;
}

/** What is longer is cut, or no value of ours: a Node may be sent by anybody. */
export const longestNodeText = 256;
export const longestMetadataEntry = 256;
export const longestBuildVersion = 4096;
const metadataKey = 'disable_spiffe_cert_validation';

/** google.protobuf.Struct: entries of a map from text to Value. */
function decodeMetadata(bytes: Uint8Array): boolean | undefined {
  let found: boolean | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field !== 1) reader.skip();
    else {
      const entry = reader.bytes();
      if (entry.length > longestMetadataEntry) continue;
      const [key, value] = decodeEntry(entry);
      if (key === metadataKey) found = value === undefined ? undefined : decodeValue(value);
    }
  }
  return found;
}

function decodeEntry(bytes: Uint8Array): [key: string, value: Uint8Array | undefined] {
  let key = '';
  let value: Uint8Array | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) key = reader.text(metadataKey.length + 1);
    else if (field === 2) value = reader.bytes();
    else reader.skip();
  }
  return [key, value];
}

/** A bool, or text that Go's strconv.ParseBool takes; SPIRE ignores everything else. */
function decodeValue(bytes: Uint8Array): boolean | undefined {
  let value: boolean | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 3) value = parseGoBool(reader.text(8));
    else if (field === 4) value = reader.number() !== 0;
    else {
      reader.skip();
      value = undefined;
    }
  }
  return value;
}

function parseGoBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  return ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text) ? false : undefined;
}

/** A BuildVersion without its inner SemanticVersion is an unknown version. */
function decodeBuildVersion(bytes: Uint8Array): EnvoyVersion | undefined {
  let version: EnvoyVersion | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) version = decodeSemanticVersion(reader.bytes());
    else reader.skip();
  }
  return version;
}

function decodeSemanticVersion(bytes: Uint8Array): EnvoyVersion {
  const numbers = [0, 0, 0];
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field <= 3) numbers[field - 1] = reader.number();
    else reader.skip();
  }
  const [major = 0, minor = 0, patch = 0] = numbers;
  return { major, minor, patch };
}
