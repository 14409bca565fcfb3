/** Files are read whole. */
const MAX_BYTES = 64 * 1024 * 1024

/** The encodings by the first byte of the byte order mark, which no text in UTF-8 begins with. */
const UTF_16: ReadonlyMap<number | undefined, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
])

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
  const text = decode(bytes)
  // UTF-16 without a mark is valid UTF-8, with a null character in every second place.
  if (text?.includes('\0') === false) return text
  throw new Error('must be UTF-8 text')
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder(UTF_16.get(bytes[0]) ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
