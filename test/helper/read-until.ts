type Reader = ReadableStreamDefaultReader<string> | ReadableStreamDefaultReader<Uint8Array>

/** Reads on until that is there, and returns what was read. */
export async function readUntil(reader: Reader, wanted: string): Promise<string> {
  const decoder = new TextDecoder()
  let seen = ''
  while (!seen.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended without ${wanted}: ${seen}`)
    seen += typeof value === 'string' ? value : decoder.decode(value, { stream: true })
  }
  return seen
}
