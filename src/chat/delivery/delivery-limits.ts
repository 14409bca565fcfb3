export interface DeliveryLimits {
  /**
   * From the request to the first byte of the response; all of the run if the agent does not
   * stream.
   */
  firstByteMs: number
  /** Between two chunks of the response. */
  idleMs: number
  /** From the event that ends the run to the end of the response. */
  graceMs: number
  /** For the whole run. */
  totalMs: number
  /** Of the whole response, decompressed. */
  maxBytes: number
  /** Of one line, event or document, and of the arguments of one call, in UTF-16 units. */
  maxFrameLength: number
  /** Of one run: parts of text, parts of calls, and results. */
  maxEvents: number
  /** Of the text of the answer, in UTF-16 units. */
  maxTextLength: number
  /** Of the same text as JSON, in bytes: an escaped character takes up to six. */
  maxTextBytes: number
  maxToolCalls: number
  maxToolResults: number
  /** Of a `toolCallId` and of a `toolName`, as JSON. */
  maxIdBytes: number
}

/** Generous for any honest agent; they stop the others. */
export const DELIVERY_LIMITS: DeliveryLimits = {
  firstByteMs: 60_000,
  idleMs: 60_000,
  graceMs: 1_000,
  totalMs: 300_000,
  maxBytes: 8 * 1024 * 1024,
  maxFrameLength: 1024 * 1024,
  maxEvents: 200_000,
  maxTextLength: 200_000,
  maxTextBytes: 640 * 1024,
  maxToolCalls: 100,
  maxToolResults: 100,
  maxIdBytes: 256,
}
