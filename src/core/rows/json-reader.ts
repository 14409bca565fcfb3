import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { exactNumber } from '../json.ts'
import type { Row, RowReader } from './rows.ts'

interface Wrapper {
  /** The only field of the object around the records. */
  field: string
  /** Whether its value is an object, with the records by their keys. */
  isKeyed: boolean
}

const MAX_ROW_CHARACTERS = 1024 * 1024

const { LEFT_BRACE, LEFT_BRACKET, RIGHT_BRACE, RIGHT_BRACKET, COMMA } = TokenType

/**
 * Reads a JSON array, or the records in a field of an object. Only the records of one chunk are in
 * memory at a time.
 */
export function jsonReader(wrapper?: Wrapper): RowReader {
  const paths = [wrapper ? `$.${wrapper.field}.*` : '$.*']
  const tokenizer = Object.assign(new Tokenizer(), { parseNumber: exactNumber })
  const parser = new TokenParser({ paths, keepStack: false })
  let rows: Row[] = []
  let row = 0
  let depth = 0
  let unfinishedCharacters = 0
  let isComplete = false

  tokenizer.onToken = (token) => {
    if (token.token === LEFT_BRACE || token.token === LEFT_BRACKET) depth += 1
    if (token.token === RIGHT_BRACE || token.token === RIGHT_BRACKET) depth -= 1
    // A comma directly inside the wrapper means that another field follows.
    if (wrapper && token.token === COMMA && depth === 1) {
      throw new RowError(`must have no field other than ${wrapper.field}`)
    }
    parser.write(token)
  }
  parser.onValue = ({ key, value }) => {
    row += 1
    rows.push(wrapper?.isKeyed ? { row, key: String(key), record: value } : { row, record: value })
  }
  parser.onEnd = () => {
    isComplete = true
    tokenizer.end()
  }

  const write = (chunk: string) => {
    try {
      tokenizer.write(chunk)
    } catch (cause) {
      if (cause instanceof RowError) throw cause
      const message = isComplete
        ? 'has text after the end of the list'
        : `row ${row + 1}: is not valid JSON`
      throw new Error(message, { cause })
    }
  }

  return {
    read(chunk) {
      rows = []
      write(chunk)
      unfinishedCharacters = rows.length > 0 ? 0 : unfinishedCharacters + chunk.length
      if (unfinishedCharacters > MAX_ROW_CHARACTERS) {
        throw new Error(`row ${row + 1}: is longer than ${MAX_ROW_CHARACTERS} characters`)
      }
      return rows
    },
    end() {
      const place = row === 0 ? 'in row 1' : `after row ${row}`
      if (!isComplete) throw new Error(`is incomplete: the file ends ${place}`)
    },
  }
}

class RowError extends Error {}
