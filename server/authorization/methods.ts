/**
 * Who may call what. `local` is a process on the admin socket, `admin` an SVID of `admin_ids` or of an
 * admin entry, `agent` an active agent, `downstream` an SVID of a downstream entry.
 */
export type CallerKind = 'any' | 'local' | 'admin' | 'agent' | 'downstream';

const anybody = ['any'] as const;
const operators = ['local', 'admin'] as const;
const agents = ['agent'] as const;
const downstreams = ['downstream'] as const;
const onMachine = ['local'] as const;

type Rules = Readonly<Record<string, readonly CallerKind[]>>;

/** Every method of the server by service; what is not listed is denied to all. */
const services: Readonly<Record<string, Rules>> = {
  'spire.api.server.agent.v1.Agent': {
    AttestAgent: anybody,
    CountAgents: operators,
    ListAgents: operators,
    GetAgent: operators,
    DeleteAgent: operators,
    BanAgent: operators,
    CreateJoinToken: operators,
    RenewAgent: agents,
    PostStatus: agents,
  },
  'spire.api.server.entry.v1.Entry': {
    CountEntries: operators,
    ListEntries: operators,
    GetEntry: operators,
    BatchCreateEntry: operators,
    BatchUpdateEntry: operators,
    BatchDeleteEntry: operators,
    GetAuthorizedEntries: agents,
    SyncAuthorizedEntries: agents,
  },
  'spire.api.server.svid.v1.SVID': {
    MintX509SVID: operators,
    MintJWTSVID: operators,
    MintWITSVID: operators,
    BatchNewX509SVID: agents,
    NewJWTSVID: agents,
    BatchNewWITSVID: agents,
    NewDownstreamX509CA: downstreams,
  },
  'spire.api.server.bundle.v1.Bundle': {
    GetBundle: anybody,
    CountBundles: operators,
    AppendBundle: operators,
    ListFederatedBundles: operators,
    GetFederatedBundle: ['local', 'admin', 'agent'],
    BatchCreateFederatedBundle: operators,
    BatchUpdateFederatedBundle: operators,
    BatchSetFederatedBundle: operators,
    BatchDeleteFederatedBundle: operators,
    PublishJWTAuthority: downstreams,
    PublishWITAuthority: downstreams,
  },
  'spire.api.server.trustdomain.v1.TrustDomain': {
    ListFederationRelationships: operators,
    GetFederationRelationship: operators,
    BatchCreateFederationRelationship: operators,
    BatchUpdateFederationRelationship: operators,
    BatchDeleteFederationRelationship: operators,
    RefreshBundle: operators,
  },
  'spire.api.server.localauthority.v1.LocalAuthority': {
    GetJWTAuthorityState: operators,
    PrepareJWTAuthority: operators,
    ActivateJWTAuthority: operators,
    TaintJWTAuthority: operators,
    RevokeJWTAuthority: operators,
    GetX509AuthorityState: operators,
    PrepareX509Authority: operators,
    ActivateX509Authority: operators,
    TaintX509Authority: operators,
    TaintX509UpstreamAuthority: operators,
    RevokeX509Authority: operators,
    RevokeX509UpstreamAuthority: operators,
    GetWITAuthorityState: operators,
    PrepareWITAuthority: operators,
    ActivateWITAuthority: operators,
    TaintWITAuthority: operators,
    RevokeWITAuthority: operators,
  },
  'sigil.server.v1.Watch': { WatchChanges: agents },
  'sigil.enrollment.v1.Enrollment': {
    CreateProfile: operators,
    ListProfiles: operators,
    GetProfile: operators,
    ReadBinding: operators,
    BindProfile: operators,
    UpdateProfile: operators,
    RetireProfile: operators,
    CheckPod: operators,
    ListDrift: operators,
  },
  'sigil.fleet.v1.NodeToken': { IssueNodeToken: agents },
  'sigil.fleet.v1.Fleet': { ListAgentStatuses: operators },
  'sigil.fleet.v1.Tokens': {
    CreateClusterToken: operators,
    ListTokens: operators,
    RevokeToken: operators,
    GetPepperStatus: operators,
  },
  'sigil.fleet.v1.Reviewers': { ListReviewers: operators, RetireReviewer: operators },
  'spire.api.server.debug.v1.Debug': { GetInfo: onMachine },
  'spire.api.server.logger.v1.Logger': {
    GetLogger: onMachine,
    SetLogLevel: onMachine,
    ResetLogLevel: onMachine,
  },
  'grpc.health.v1.Health': { Check: onMachine, List: onMachine, Watch: onMachine },
};

/** The table by full method path, `/package.Service/Method`. */
export const allowedCallers: ReadonlyMap<string, readonly CallerKind[]> = new Map(
  Object.entries(services).flatMap(([service, rules]) =>
    Object.entries(rules).map(([method, callers]) => [`/${service}/${method}`, callers] as const),
  ),
);
