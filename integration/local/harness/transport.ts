/**
 * What speaks HTTP/2 on the sockets under test: the agent's default, or with SIGIL_TEST_TRANSPORT=own our own
 * core, so that the same suites run on both.
 */
export function transportUnderTest(): 'own' | 'grpc-js' {
  return process.env['SIGIL_TEST_TRANSPORT'] === 'own' ? 'own' : 'grpc-js';
}
