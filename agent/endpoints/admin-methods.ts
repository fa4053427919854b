import { existsSync } from 'node:fs';
import type { Logger } from '../../common/log/logger.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import type { StreamRegistry } from '../../sds/registry.ts';
import type { Callers } from '../callers/callers.ts';
import type { Manager } from '../manager/manager.ts';
import { readProcess } from '../pods/process-cgroup.ts';
import type { JwtSvids } from '../manager/jwt-svids.ts';
import { createDelegatedIdentity, type DelegatedIdentityOptions } from './delegated-identity.ts';
import { createAdminMethods, type AdminOptions } from './admin.ts';
import { RefusalLog } from './refusal-log.ts';
import { createOperatorMethods, type OperatorOptions } from './operator.ts';

interface AdminParts
  extends
    Pick<AdminOptions, 'clock' | 'logLevel'>,
    Pick<DelegatedIdentityOptions, 'authorizedDelegates' | 'metrics'>,
    Pick<OperatorOptions, 'version' | 'sds' | 'serving' | 'horizons'> {
  readonly attest: OperatorOptions['subjects']['attest'];
  readonly callers: Callers;
  /** Of the Delegated Identity API. */
  readonly log: Logger;
  readonly jwtSvids: JwtSvids;
  readonly manager: Manager;
  readonly streams: StreamRegistry;
  readonly procPath: string;
  readonly explainer: OperatorOptions['subjects']['explainer'];
}

/** SPIRE's admin APIs and our operator API. */
export function adminMethods(parts: AdminParts): readonly ServedMethod[] {
  const { attest, callers, clock, explainer, jwtSvids, manager, procPath } = parts;
  const streams = () => parts.streams.list();
  return [
    ...createAdminMethods(parts),
    ...createDelegatedIdentity({
      ...parts,
      refusals: new RefusalLog(parts.clock, parts.log),
      findCaller: (peer) => callers.find(peer),
      startTimeOf: (pid) => readProcess(procPath, pid).startTime,
      fetchJwtSvid: (entry, audience) => jwtSvids.fetch(entry, audience),
    }),
    ...createOperatorMethods({
      ...parts,
      streams,
      subjects: {
        attest,
        clock,
        explainer,
        look: (selectors) => manager.look(selectors),
        callers: () => callers.list(),
        streams,
        processExists: (pid) => existsSync(`${procPath}/${pid}`),
      },
    }),
  ];
}
