/** The error codes of RFC 9113 §7. */
export const errorCode = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  CONNECT_ERROR: 10,
  ENHANCE_YOUR_CALM: 11,
  INADEQUATE_SECURITY: 12,
  HTTP_1_1_REQUIRED: 13,
} as const;

export type ErrorCodeName = keyof typeof errorCode;

/** A peer broke a rule that ends its connection (RFC 9113 §5.4.1). */
export class ConnectionFault extends Error {
  readonly code: ErrorCodeName;
  /** The limit that was passed, for the metric; absent for plain protocol faults. */
  readonly limit: string | undefined;

  constructor(code: ErrorCodeName, message: string, limit?: string) {
    super(message);
    this.code = code;
    this.limit = limit;
  }
}

/** A peer broke a rule that ends one stream (RFC 9113 §5.4.2). */
export interface StreamFault {
  readonly code: ErrorCodeName;
  readonly message: string;
}
