/** The longest beginning of a text that has at most so many bytes in UTF-8, and no half character. */
export function firstBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
