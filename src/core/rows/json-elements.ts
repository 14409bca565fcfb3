import { JSONParser, TokenType } from '@streamparser/json'

interface JsonElement {
  /** Its name, if it is the value of an object's field. */
  key?: string
  value: unknown
}

const HEAD = /^\s*(?:\{\s*"members"\s*:\s*[[{]|\[)/

const MAX_HEAD_CHARACTERS = 200
const MAX_ELEMENT_CHARACTERS = 1024 * 1024

/**
 * The elements of a JSON text one by one, however long it is: those of a list, or those of the
 * `members` of its object. Only the elements of one chunk are in memory at a time.
 *
 * @throws Error that names the first element that cannot be read, from 1.
 */
export async function* jsonElements(text: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  let start = ''
  let reader: ElementReader | undefined
  for await (const chunk of text) {
    if (reader) {
      yield* reader.read(chunk)
      continue
    }
    start += chunk
    const head = HEAD.exec(start)?.[0]
    if (head) {
      reader = elementReader(head)
      yield* reader.read(start)
    } else if (start.trimStart().length > MAX_HEAD_CHARACTERS) throw notAList()
  }
  if (!reader) throw notAList()
  reader.end()
}

type ElementReader = ReturnType<typeof elementReader>

function elementReader(head: string) {
  const isWrapped = head.trimStart().startsWith('{')
  const isKeyed = head.endsWith('{')
  const parser = new JSONParser({ paths: [isWrapped ? '$.members.*' : '$.*'], keepStack: false })
  let elements: JsonElement[] = []
  let row = 0
  let unfinishedCharacters = 0
  let hasEnded = false

  parser.onValue = ({ key, value }) => {
    elements.push(isKeyed ? { key: String(key), value } : { value })
  }
  parser.onEnd = () => {
    hasEnded = true
  }
  if (isWrapped) refuseOtherFields(parser)

  const parse = (chunk: string) => {
    try {
      parser.write(chunk)
      return undefined
    } catch (cause) {
      if (hasEnded) return new Error('has text after the end of the list', { cause })
      if (cause instanceof FieldError) return cause
      return new Error(`row ${row + elements.length + 1}: is not valid JSON`, { cause })
    }
  }

  return {
    *read(chunk: string): Generator<JsonElement> {
      const error = parse(chunk)
      const found = elements
      elements = []
      row += found.length
      yield* found
      if (error) throw error
      unfinishedCharacters = found.length > 0 ? 0 : unfinishedCharacters + chunk.length
      if (unfinishedCharacters > MAX_ELEMENT_CHARACTERS) {
        throw new Error(`row ${row + 1}: is longer than ${MAX_ELEMENT_CHARACTERS} characters`)
      }
    },

    end() {
      const place = row === 0 ? 'in row 1' : `after row ${row}`
      if (!hasEnded) throw new Error(`is incomplete: the file ends ${place}`)
    },
  }
}

class FieldError extends Error {}

/** A comma directly inside the object means that a field follows `members`. */
function refuseOtherFields(parser: JSONParser) {
  let depth = 0
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (token === TokenType.COMMA && depth === 1) {
      throw new FieldError('must have no field other than members')
    }
  }
}

function notAList() {
  return new Error('must be {"members": {…}} or a list of records')
}
