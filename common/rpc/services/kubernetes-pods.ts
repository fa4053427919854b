import { v1alpha1 } from '../../../proto/gen/kubernetes-pods.js';
import { serverStream, unary } from './method.ts';

const service = 'v1alpha1.Pods';

/** The methods of the kubelet's Pods API, on by default since Kubernetes 1.37. */
export const kubernetesPodsService = {
  WatchPods: serverStream(
    `${service}/WatchPods`,
    v1alpha1.WatchPodsRequest,
    v1alpha1.WatchPodsEvent,
  ),
  ListPods: unary(`${service}/ListPods`, v1alpha1.ListPodsRequest, v1alpha1.ListPodsResponse),
};
