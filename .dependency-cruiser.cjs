// The direction rules of docs/architecture.md. They fail the build; scripts/check.sh also asserts
// that the tool saw our modules, because a boundary tool that reads nothing exits 0.
const test = '\\.test\\.ts$';
const pluginFolder = '^(agent|server)/plugins/([^/]+)/([^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'common-is-the-floor',
      severity: 'error',
      from: { path: '^common/', pathNot: test },
      to: { path: '^(agent|server|sds|envoy|testing|integration)/' },
    },
    {
      name: 'sds-knows-no-component',
      severity: 'error',
      from: { path: '^sds/' },
      to: { path: '^(agent|server)/' },
    },
    {
      name: 'components-are-strangers',
      severity: 'error',
      from: { path: '^(agent|server)/' },
      to: { path: '^(agent|server)/', pathNot: '^$1/' },
    },
    {
      name: 'plugins-are-strangers',
      severity: 'error',
      from: { path: pluginFolder },
      to: { path: pluginFolder, pathNot: '^$1/plugins/$2/$3/' },
    },
    {
      name: 'plugins-wired-in-catalog-only',
      severity: 'error',
      from: {
        path: '^(agent|server|sds|common|envoy|testing)/',
        pathNot: [test, '^(agent|server)/catalog/', '^(agent|server)/plugins/'],
      },
      to: { path: pluginFolder },
    },
    {
      name: 'domain-is-proto-free',
      severity: 'error',
      from: {
        path: '^(common/(spiffe|x509|catalog|clock|errors)|agent/manager|server/(ca|registration|datastore))/',
        pathNot: test,
      },
      to: { path: '^proto/gen/' },
    },
    {
      name: 'testkit-stays-in-tests',
      severity: 'error',
      from: { path: '^(agent|server|sds|common|envoy|testing)/', pathNot: test },
      to: { path: '^(testkit|integration)/' },
    },
    {
      name: 'testing-stays-out',
      severity: 'error',
      from: { path: '^(agent|server|sds|common|envoy)/' },
      to: { path: '^testing/' },
    },
    {
      name: 'testing-drives-images',
      severity: 'error',
      from: { path: '^testing/', pathNot: test },
      to: { path: '^(agent|server|sds)/' },
    },
    {
      name: 'one-door-grpc',
      severity: 'error',
      from: { pathNot: ['^common/rpc/', '^node_modules', '^(integration|bench)/'] },
      to: { path: '(^|/)(@grpc/grpc-js|http2$)' },
    },
    {
      name: 'one-door-fastify',
      severity: 'error',
      from: { pathNot: ['^common/http/', '^node_modules'] },
      to: { path: 'node_modules/fastify/' },
    },
    {
      name: 'one-door-kubernetes',
      severity: 'error',
      from: { pathNot: ['^common/kube/', '^node_modules'] },
      to: { path: 'node_modules/@kubernetes/' },
    },
    {
      name: 'one-door-native',
      severity: 'error',
      from: { pathNot: ['^common/peertracker/', '^node_modules'] },
      to: { path: 'node_modules/koffi/' },
    },
    {
      name: 'one-door-pino',
      severity: 'error',
      from: { pathNot: ['^common/log/', '^node_modules'] },
      to: { path: 'node_modules/pino/' },
    },
    {
      name: 'one-door-sql',
      severity: 'error',
      from: { pathNot: ['^server/datastore/', '^node_modules', test] },
      to: { path: '(node_modules/pg/|^(node:)?sqlite$)' },
    },
    {
      name: 'one-door-forge',
      severity: 'error',
      from: { pathNot: ['^common/x509/', '^node_modules'] },
      to: { path: 'node_modules/node-forge/' },
    },
    {
      name: 'envoy-is-a-leaf',
      severity: 'error',
      from: { path: '^envoy/' },
      to: { path: '^(agent|server|sds)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
