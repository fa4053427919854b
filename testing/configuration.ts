/** Where the programs keep their sockets inside of their containers. */
export const socketPath = '/run/sigil/api.sock';

/** The server's configuration: everything in memory or in the container, so that it ends with it. */
export function serverConfiguration(trustDomain: string): string {
  return `server {
  trust_domain = ${JSON.stringify(trustDomain)}
  data_dir = "/var/lib/sigil"
  socket_path = "${socketPath}"
  ratelimit { attestation = false }
}
plugins {
  DataStore "sql" { plugin_data { database_type = "sqlite3" connection_string = "/var/lib/sigil/datastore.sqlite3" } }
  KeyManager "memory" { plugin_data {} }
}
`;
}

/** The agent's: it knows containers by Docker and processes of this machine by their user. */
export function agentConfiguration(trustDomain: string): string {
  return `agent {
  trust_domain = ${JSON.stringify(trustDomain)}
  server_address = "server"
  server_port = 8081
  data_dir = "/var/lib/sigil"
  socket_path = "${socketPath}"
  trust_bundle_path = "/etc/sigil/bundle.pem"
  experimental { sync_interval = "1s" }
}
plugins {
  NodeAttestor "join_token" { plugin_data {} }
  KeyManager "memory" { plugin_data {} }
  WorkloadAttestor "docker" { plugin_data { docker_socket_path = "unix:///run/docker.sock" } }
  WorkloadAttestor "unix" { plugin_data {} }
}
`;
}
