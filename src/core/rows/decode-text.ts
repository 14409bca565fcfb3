/** The encodings by the first byte of the byte order mark, which no text in UTF-8 begins with. */
const UTF_16: ReadonlyMap<number | undefined, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
])

/**
 * Decodes the chunks of a file: UTF-8 or, with a byte order mark, UTF-16, as spreadsheets save it. The
 * last call, without bytes, ends the text.
 *
 * @throws Error if the bytes are no such text.
 */
export function textDecoder(): (bytes?: Uint8Array) => string {
  let decoder: TextDecoder | undefined
  return (bytes = new Uint8Array()) => {
    if (!decoder && bytes.length === 0) return ''
    decoder ??= new TextDecoder(UTF_16.get(bytes[0]) ?? 'utf-8', { fatal: true })
    const text = decode(decoder, bytes)
    // UTF-16 without a mark is valid UTF-8, with a null character in every second place.
    if (text?.includes('\0') === false) return text
    throw new Error('must be UTF-8 text')
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array) {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 })
  } catch {
    return undefined
  }
}
