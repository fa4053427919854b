import { transportEndingsSuite } from '../../../testkit/suites/transport-endings-suite.ts';
import { transportHostileSuite } from '../../../testkit/suites/transport-hostile-suite.ts';
import { transportPeersSuite } from '../../../testkit/suites/transport-peers-suite.ts';
import { transportTlsHostileSuite } from '../../../testkit/suites/transport-tls-hostile-suite.ts';
import { transportTlsSuite } from '../../../testkit/suites/transport-tls-suite.ts';
import { transportSuite } from '../../../testkit/suites/transport-suite.ts';
import { dialTls, dialUnix } from '../rpc-channel.ts';
import { createRpcServer, type RpcServerOptions } from '../rpc-server.ts';

const own = {
  createServer: (options: RpcServerOptions) =>
    createRpcServer({ ...options, unixTransport: 'own', tlsTransport: 'own' }),
  dialUnix,
  dialTls,
};

transportSuite('own', own);
transportEndingsSuite('own', own);
transportHostileSuite('own', own);
transportPeersSuite('own', own);
transportTlsSuite('own', own);
transportTlsHostileSuite('own', own);
