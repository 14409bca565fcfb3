interface JsonElement {
  /** Its name, where it stands in an object. */
  key?: string
  value: unknown
}

const HEAD = /^\s*(?:\{\s*"members"\s*:\s*[[{]|\[)/

/** More than any head has, blanks apart. */
const MAX_HEAD = 200
const MAX_CHARACTERS = 1024 * 1024

/** A text, or as much of one as is there; or a sign that stands outside of texts. */
const SIGN = /"[^"\\]*(?:\\.[^"\\]*)*("|\\?$)|[[\]{},]/gs

/**
 * The elements of a JSON text one by one, however long it is: of a list, or of what `members` of
 * its object holds. No more than one element is in memory.
 *
 * @throws Error that names the element, from 1, from which on it cannot be read.
 */
export async function* jsonElements(text: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  const file = reader(text)
  const head = await file.take(headEnd, noList)
  const isKeyed = head.endsWith('{')

  for (let place = 1; ; place += 1) {
    const scan = scanner()
    const element = await file.take(
      (rest) => {
        const end = scan(rest)
        if (end === undefined && rest.length > MAX_CHARACTERS) throw broken(place, 'is too long')
        return end
      },
      () => broken(place, 'is not whole: the file ends in it'),
    )
    const sign = await file.take(() => 1, noList)
    const isNone = place === 1 && sign !== ',' && element.trim() === ''
    if (!isNone) yield parsed(element, isKeyed, place)
    if (sign !== ',') break
  }

  const tail = await file.all(MAX_HEAD)
  if (tail !== (/^\s*\{/.test(head) ? '}' : '')) {
    throw new Error('goes on after its last record')
  }
}

function reader(text: AsyncIterable<string>) {
  const pieces = text[Symbol.asyncIterator]()
  let rest = ''

  async function more() {
    const { done, value } = await pieces.next()
    if (!done) rest += value
    return !done
  }

  return {
    /** What stands before the place that `find` finds; it is asked again as more is read. */
    async take(find: (rest: string) => number | undefined, missing: () => Error) {
      let end = find(rest)
      while (end === undefined) {
        if (!(await more())) throw missing()
        end = find(rest)
      }
      const taken = rest.slice(0, end)
      rest = rest.slice(end)
      return taken
    },

    /** All that is left, if that is little. */
    async all(most: number) {
      do rest = rest.trim()
      while (rest.length < most && (await more()))
      return rest
    },
  }
}

function headEnd(rest: string) {
  const head = HEAD.exec(rest)
  const isTooLong = rest.length > MAX_CHARACTERS || rest.trimStart().length > MAX_HEAD
  if (!head && isTooLong) throw noList()
  return head?.[0].length
}

const DEPTHS = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
])

/** Finds where an element ends, going on where it was when it is shown more of the text. */
function scanner() {
  let position = 0
  let depth = 0

  return (text: string): number | undefined => {
    SIGN.lastIndex = position
    for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
      const [sign, quote] = found
      if (quote !== undefined && quote !== '"') {
        position = found.index
        return undefined
      }
      const step = DEPTHS.get(sign) ?? 0
      if (quote === undefined && depth === 0 && step <= 0) return found.index
      depth += step
      position = SIGN.lastIndex
    }
    position = text.length
    return undefined
  }
}

function parsed(element: string, isKeyed: boolean, place: number): JsonElement {
  const value = parsedJson(isKeyed ? `{${element}}` : element, place)
  if (!isKeyed) return { value }
  const [entry] = Object.entries(Object(value))
  if (!entry) throw broken(place, 'is missing')
  return { key: entry[0], value: entry[1] }
}

function parsedJson(text: string, place: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw broken(place, 'is not JSON', cause)
  }
}

function broken(place: number, what: string, cause?: unknown) {
  return new Error(`row ${place}: ${what}`, { cause })
}

function noList() {
  return new Error('must be {"members": {…}} or a list of records')
}
