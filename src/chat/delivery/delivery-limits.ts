export interface DeliveryLimits {
  /** From the call to the first byte of the answer: the whole thinking of an agent that streams nothing. */
  firstByteMs: number
  /** Between two pieces of an answer. */
  idleMs: number
  /** From the agent's last word to the end of its answer. */
  graceMs: number
  /** For the whole run. */
  totalMs: number
  /** For the whole answer, once it is decompressed. */
  maxBytes: number
  /** For one line, one event or one document, and for the arguments of one call. */
  maxFrameLength: number
  /** For what is read of all of them: pieces of text and of calls, and results. */
  maxEvents: number
  /** For the text of the answer, in UTF-16 units. */
  maxTextLength: number
  /** For the same in bytes, as JSON has it: what is escaped takes up to six a character. */
  maxTextBytes: number
  maxToolCalls: number
  maxToolResults: number
  /** For the id of a call, and for its name, in bytes as JSON has them. */
  maxIdBytes: number
}

/** Wide for every agent that means well, and an end for those that do not. */
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
