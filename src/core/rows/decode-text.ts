/** Files are read whole. */
const MAX_BYTES = 64 * 1024 * 1024

/** The encodings by the first byte of the byte order mark, which no text in UTF-8 begins with. */
const UTF_16: ReadonlyMap<number | undefined, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
])

/** How a zip archive begins, which every Excel workbook is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const WORKBOOK = 'is an Excel workbook: save the sheet as CSV (UTF-8), and use that file'

/** What no text has: among control characters, texts use tabs and line ends. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u

/** @throws Error if a file of so many bytes is too large to be read. */
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
  if (ZIP.every((byte, index) => bytes[index] === byte)) throw new Error(WORKBOOK)
  const text = decode(bytes, UTF_16.get(bytes[0]) ?? 'utf-8')
  // UTF-16 without a mark is valid UTF-8, with a null character in every second place.
  if (text?.includes('\0') === false) return text
  throw new Error('must be UTF-8 text')
}

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
    const isText = bytes.length <= MAX_BYTES && !UTF_16.has(bytes[0]) && !CONTROL.test(text)
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
