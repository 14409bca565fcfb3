/** The size of a value as JSON, in bytes. */
export function byteLength(value: unknown): number {
  return utf8Length(JSON.stringify(value))
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
