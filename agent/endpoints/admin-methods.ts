import { existsSync } from 'node:fs';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import type { StreamRegistry } from '../../sds/registry.ts';
import type { Callers } from '../callers/callers.ts';
import type { Manager } from '../manager/manager.ts';
import { createAdminMethods, type AdminOptions } from './admin.ts';
import { createOperatorMethods, type OperatorOptions } from './operator.ts';

export interface AdminParts
  extends
    Pick<AdminOptions, 'clock' | 'jwtSvids' | 'logLevel'>,
    Pick<OperatorOptions, 'version' | 'sds' | 'serving' | 'horizons'> {
  readonly attest: OperatorOptions['subjects']['attest'];
  readonly callers: Callers;
  readonly manager: Manager;
  readonly streams: StreamRegistry;
  readonly procPath: string;
  readonly explainer: OperatorOptions['subjects']['explainer'];
}

/** SPIRE's admin APIs and our operator API. */
export function adminMethods(parts: AdminParts): readonly ServedMethod[] {
  const { attest, callers, clock, explainer, manager, procPath } = parts;
  const streams = () => parts.streams.list();
  return [
    ...createAdminMethods(parts),
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
