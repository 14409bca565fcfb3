export interface Words {
  kind: 'text' | 'reasoning'
  words: string
}

const OPENING = /^<(?:think|thinking|thought|reasoning)>/
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/
/** The beginning of a tag whose end may come with the next piece. */
const PART_OF_OPENING = /^<[a-z]{0,9}$/
const PART_OF_CLOSING = /<\/?[a-z]{0,9}$/

/**
 * Some models write their thoughts into the text, between tags, which may be cut anywhere. A tag is a
 * thought only where a text begins: elsewhere somebody writes about tags.
 */
export function createThoughtReader() {
  let state: 'beginning' | 'thought' | 'text' = 'beginning'
  let rest = ''
  let thought = ''

  /** The next words, once it is known what they are. */
  function take(): Words | undefined {
    if (state === 'beginning') {
      const begun = rest.trimStart()
      const tag = OPENING.exec(begun)
      if (!tag && (begun === '' || PART_OF_OPENING.test(begun))) return undefined
      state = tag ? 'thought' : 'text'
      if (tag) rest = begun.slice(tag[0].length)
      thought = ''
    }
    if (state === 'thought') return { kind: 'reasoning', words: takeThought() }
    const words = rest
    rest = ''
    return { kind: 'text', words }
  }

  function takeThought(): string {
    const tag = CLOSING.exec(rest)
    const end = tag?.index ?? PART_OF_CLOSING.exec(rest)?.index ?? rest.length
    const words = rest.slice(0, end)
    thought += words
    rest = rest.slice(end + (tag?.[0].length ?? 0))
    if (tag) state = 'beginning'
    return words
  }

  return {
    read(piece: string): Words[] {
      if (state === 'text') return [{ kind: 'text', words: piece }]
      const found: Words[] = []
      rest += piece
      for (let before = ''; rest !== before; ) {
        before = rest
        const words = take()
        if (words) found.push(words)
      }
      return found
    },

    /** The text after a call begins anew. */
    begin() {
      if (state === 'text') state = 'beginning'
    },

    /** What is left, and the thought that was never closed. */
    end(): Words & { unclosed: string } {
      const isThought = state === 'thought'
      const kind = isThought ? 'reasoning' : 'text'
      return { kind, words: rest, unclosed: isThought ? thought + rest : '' }
    },
  }
}
