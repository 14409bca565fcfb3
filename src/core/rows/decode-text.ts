/** Files are read whole. */
const MAX_BYTES = 64 * 1024 * 1024

/** The encodings by the first byte of the byte order mark, which no text in UTF-8 begins with. */
const UTF_16: ReadonlyMap<number | undefined, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
])

/** What the first bytes of other files hold in Latin-1, and what they are. */
const OTHERS: readonly (readonly [start: string, within: string, what: string])[] = [
  ['PK', 'opendocument', 'is an OpenDocument spreadsheet'],
  ['PK\x03\x04', '', 'is an Excel workbook'],
  ['\xd0\xcf\x11\xe0', '', 'is an Excel workbook'],
  ['SQLite format 3', '', 'is a database'],
  ['PAR1', '', 'is a Parquet file'],
]
const MAX_BEGINNING = 200
export const SAVE_AS = 'save the sheet as CSV (UTF-8), and use that file'

/**
 * What texts in other encodings have in this one: words of nothing but accented letters, and in those of DOS and
 * of Macs before UTF-8 low quotes and capitals behind small letters.
 */
const OTHER_ENCODING = /[¡-ÿ]{4}|(?<![A-Za-z])[À-ÿ]{3}(?![A-Za-z])|ƒ\S|[a-z][‚„‡ˆŠŽŸ]/

/** What no text has: among control characters, texts use tabs and line ends. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u

/** @throws Error if a file of this size is too large to be read. */
export function checkSize(bytes: number, maxBytes = MAX_BYTES): void {
  if (bytes > maxBytes) throw new Error(`is larger than ${maxBytes / 1024 / 1024} MiB`)
}

/**
 * The text of a file: UTF-8 or, with a byte order mark, UTF-16, as spreadsheets save it.
 *
 * @throws Error if the bytes are no such text.
 */
export function decodeText(bytes: Uint8Array): string {
  checkSize(bytes.byteLength)
  const beginning = String.fromCharCode(...bytes.subarray(0, MAX_BEGINNING))
  const other = OTHERS.find(([start, within]) => {
    return beginning.startsWith(start) && beginning.includes(within)
  })
  if (other) throw new Error(`${other[2]}: ${SAVE_AS}`)
  const text = decode(bytes, UTF_16.get(bytes[0]) ?? 'utf-8')
  // UTF-16 without a mark is valid UTF-8, with a null character in every second place.
  if (text?.includes('\0') === false) return text
  throw new Error('must be UTF-8 text')
}

export const GUESSED =
  'The file is not UTF-8, and was read as Windows-1252: check letters such as é and ü.'

/**
 * The text of a file as `decodeText` reads it or, without control characters, in Windows-1252.
 *
 * @throws Error if the bytes are no text.
 */
export function decodeAnyText(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  try {
    return { text: decodeText(bytes), isGuessed: false }
  } catch (error) {
    const text = decode(bytes, 'windows-1252') ?? ''
    const isText =
      bytes.length <= MAX_BYTES &&
      !UTF_16.has(bytes[0]) &&
      !CONTROL.test(text) &&
      !OTHER_ENCODING.test(text)
    if (isText) return { text, isGuessed: true }
    throw error
  }
}

function decode(bytes: Uint8Array, encoding: string) {
  try {
    // As a stream, because Node 20 decodes Windows-1252 at once as Latin-1.
    const decoder = new TextDecoder(encoding, { fatal: true })
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch {
    return undefined
  }
}
