/** An Envoy message as plain data, with the field names of its protobuf. */
export type EnvoyMessage = Readonly<Record<string, unknown>>;

/** Wraps an extension's configuration with its type, the way Envoy's Any is written in YAML. */
export function typedConfig(type: string, fields: EnvoyMessage = {}): EnvoyMessage {
  return { '@type': `type.googleapis.com/${type}`, ...fields };
}

export function socketAddress(address: string, port: number): EnvoyMessage {
  return { socket_address: { address, port_value: port } };
}

/** A protobuf duration in seconds: `1500` becomes `1.5s`. */
export function durationOf(ms: number): string {
  return `${ms / 1000}s`;
}
