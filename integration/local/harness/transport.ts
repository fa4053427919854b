/**
 * What speaks HTTP/2 on the sockets under test: the agent's default, our own core, or with
 * SIGIL_TEST_TRANSPORT=grpc-js the other one, so that the same suites run on both.
 */
export function transportUnderTest(): 'own' | 'grpc-js' {
  return process.env['SIGIL_TEST_TRANSPORT'] === 'grpc-js' ? 'grpc-js' : 'own';
}

/** The same for the server's port, where grpc-js is the default: SIGIL_TEST_PORT=own. */
export function portTransportUnderTest(): 'own' | 'grpc-js' {
  return process.env['SIGIL_TEST_PORT'] === 'own' ? 'own' : 'grpc-js';
}
