/** The name of a reading: the same in every process that reads the same text. */
export async function readingOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16)).join('')
}
