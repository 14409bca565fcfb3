/** Cuts an answer into the pieces of text that each say one thing. */
export interface Framer {
  /**
   * What is complete with this piece, in order.
   *
   * @throws DeliveryFailure `too-large` in the place of a frame that is longer than any may be.
   */
  push(text: string): Iterable<string>
  /** What is left when the answer is over: it may be whole, or the stump of what was to come. */
  rest(): string
}

export interface Framing {
  open(maxLength: number): Framer
  /** Whether an answer can be whole without its last frame, which may then be a stump. */
  readonly isStream: boolean
}
