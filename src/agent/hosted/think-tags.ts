/** A text about such a tag writes it as code. */
const TAG = /(?<!`)<(\/?)(?:think|thinking|thought)>/
/** The beginning of a tag whose end may come with the next piece. */
const PART_OF_TAG = /(?:`|`?<\/?[a-z]{0,8})$/

export interface Words {
  kind: 'text' | 'reasoning'
  words: string
}

/**
 * Some models write their reasoning into the text, between tags, which may be cut anywhere. Reasoning
 * without a closing tag goes on to the end. The AI SDK's middleware for it loses a text that ends in
 * the beginning of a tag, such as "a <".
 */
export function createThinkTagReader() {
  let kind: Words['kind'] = 'text'
  let rest = ''

  return {
    read(piece: string): Words[] {
      const found: Words[] = []
      rest += piece
      for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
        found.push({ kind, words: rest.slice(0, tag.index) })
        rest = rest.slice(tag.index + tag[0].length)
        kind = tag[1] ? 'text' : 'reasoning'
      }
      const { index = rest.length } = PART_OF_TAG.exec(rest) ?? {}
      found.push({ kind, words: rest.slice(0, index) })
      rest = rest.slice(index)
      return found
    },

    end(): Words {
      return { kind, words: rest }
    },
  }
}
