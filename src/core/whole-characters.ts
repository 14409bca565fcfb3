/** The first half of a surrogate pair, at the end of a text. */
const HALF = /[\ud800-\udbff]$/

/** Keeps characters whole in text that arrives in pieces: half of one waits for its other half. */
export function wholeCharacters() {
  let half = ''

  return {
    /** What can be passed on after this piece; maybe nothing yet. */
    add(piece: string): string {
      const text = half + piece
      half = HALF.exec(text)?.[0] ?? ''
      return half === '' ? text : text.slice(0, -1)
    },

    /** The half that is still waiting at the end of the text. */
    rest(): string {
      const last = half
      half = ''
      return last
    },
  }
}
