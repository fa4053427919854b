import { z } from 'zod';
import { portSchema } from '../config/schema.ts';

/** SPIRE's `telemetry { Prometheus { } }` block, without its `tls`. Apart from the listener: a schema is always loaded. */
export const prometheusSchema = z.strictObject({
  host: z.string().default('localhost'),
  port: portSchema(),
});
