/** Why an answer cannot be read. Our own words: nothing is quoted from the answer. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly code: 'malformed' | 'too-large'

  constructor(code: WireError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function malformed(message: string) {
  return new WireError('malformed', message)
}
