/** The full names by which the agent's external plugins say what they serve. */
export const agentPluginNames = {
  NodeAttestor: 'spire.plugin.agent.nodeattestor.v1.NodeAttestor',
  WorkloadAttestor: 'spire.plugin.agent.workloadattestor.v1.WorkloadAttestor',
  SVIDStore: 'spire.plugin.agent.svidstore.v1.SVIDStore',
} as const;
