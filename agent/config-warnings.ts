import type { AgentBlock, TelemetryConfig } from './config-schema.ts';

/** Keys that are accepted because SPIRE has them, and do nothing here. */
export function ignoredKeys(agent: AgentBlock, telemetry: TelemetryConfig): string[] {
  const { profiling_enabled: profiles, profiling_port: port } = agent;
  const onRequest = 'has no effect: profiles are taken when somebody asks for one';
  const profiling = [
    ...(profiles && port === 0 ? ['profiling_enabled has no effect without profiling_port'] : []),
    ...(profiles && agent.profiling_freq > 0 ? [`profiling_freq ${onRequest}`] : []),
    ...(profiles && agent.profiling_names.length > 0 ? [`profiling_names ${onRequest}`] : []),
  ];
  const source =
    agent.log_source_location === true
      ? ['log_source_location has no effect: messages are constant, search for their text']
      : [];
  const inMem =
    telemetry.InMem === undefined
      ? []
      : ['telemetry.InMem has no effect: metrics are not dumped to the log, use Prometheus'];
  return [...profiling, ...source, ...inMem];
}
