/** A `google.protobuf.Value` as the generated code takes it. */
type StructValue =
  | { readonly nullValue: 0 }
  | { readonly numberValue: number }
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly structValue: Struct }
  | { readonly listValue: { readonly values: readonly StructValue[] } };

interface Struct {
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

/** A decoded `google.protobuf.Struct` as parsed JSON. */
export function jsonOf(struct: DecodedStruct): Record<string, unknown> {
  const fields = Object.entries(struct.fields).map(
    ([name, value]) => [name, jsonValueOf(value)] as const,
  );
  return Object.fromEntries(fields);
}

/** The one member that is set says what it is. */
interface DecodedValue {
  readonly kind?: string | undefined;
  readonly numberValue?: number | null;
  readonly stringValue?: string | null;
  readonly boolValue?: boolean | null;
  readonly structValue?: DecodedStruct | null;
  readonly listValue?: { readonly values: readonly DecodedValue[] } | null;
}

interface DecodedStruct {
  readonly fields: Readonly<Record<string, DecodedValue>>;
}

function jsonValueOf(value: DecodedValue): unknown {
  switch (value.kind ?? '') {
    case 'structValue':
      return jsonOf(value.structValue ?? { fields: {} });
    case 'listValue':
      return (value.listValue?.values ?? []).map(jsonValueOf);
    case 'numberValue':
      return value.numberValue;
    case 'stringValue':
      return value.stringValue;
    case 'boolValue':
      return value.boolValue;
    default:
      return null;
  }
}
