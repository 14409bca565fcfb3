import { DeliveryError } from '../delivery-error.ts'

/** Splits the text of a response into frames: lines, events or the whole document. */
export interface Framer {
  /**
   * The frames completed by this chunk, in order.
   *
   * @throws DeliveryError `too-large` for a frame longer than `maxLength`.
   */
  push(chunk: string): Iterable<string>
  /** What is left at the end of the response: a complete frame or a truncated one. */
  rest(): string
}

export interface Framing {
  open(maxLength: number): Framer
  /** Whether the last frame may be truncated without the response being invalid. */
  readonly isStream: boolean
}

export function tooLong(maxLength: number) {
  return new DeliveryError(
    'too-large',
    `a line, event or document is longer than ${maxLength} characters`,
  )
}
