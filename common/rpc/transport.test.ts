import { transportEndingsSuite } from '../../testkit/suites/transport-endings-suite.ts';
import { transportHostileSuite } from '../../testkit/suites/transport-hostile-suite.ts';
import { transportPeersSuite } from '../../testkit/suites/transport-peers-suite.ts';
import { transportSuite } from '../../testkit/suites/transport-suite.ts';
import { transportTlsHostileSuite } from '../../testkit/suites/transport-tls-hostile-suite.ts';
import { transportTlsSuite } from '../../testkit/suites/transport-tls-suite.ts';
import { dialTls, dialUnix } from './rpc-channel.ts';
import { createRpcServer } from './rpc-server.ts';

const grpcJs = { createServer: createRpcServer, dialUnix, dialTls };

transportSuite('grpc-js', grpcJs);
transportEndingsSuite('grpc-js', grpcJs);
transportHostileSuite('grpc-js', grpcJs);
transportPeersSuite('grpc-js', grpcJs);
transportTlsSuite('grpc-js', grpcJs);
transportTlsHostileSuite('grpc-js', grpcJs);
