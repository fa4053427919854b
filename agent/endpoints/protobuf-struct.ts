/** A `google.protobuf.Value` as the generated code takes it. */
export type StructValue =
  | { readonly nullValue: 0 }
  | { readonly numberValue: number }
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly structValue: Struct }
  | { readonly listValue: { readonly values: readonly StructValue[] } };

export interface Struct {
  readonly fields: Readonly<Record<string, StructValue>>;
}

/** Parsed JSON as a `google.protobuf.Struct`. */
export function structOf(value: Readonly<Record<string, unknown>>): Struct {
  const fields = Object.entries(value).map(([name, field]) => [name, valueOf(field)] as const);
  return { fields: Object.fromEntries(fields) };
}

function valueOf(value: unknown): StructValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(valueOf) } };
  if (typeof value === 'object' && value !== null) {
    return { structValue: structOf(value as Record<string, unknown>) };
  }
  return { nullValue: 0 };
}
