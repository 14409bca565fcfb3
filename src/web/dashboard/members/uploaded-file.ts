/** A chosen file whose text can be streamed several times. */
export function uploadedFile(file: File) {
  return { name: file.name, text: () => textOf(file) }
}

async function* textOf(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoderStream('utf-8', { fatal: true })
  const reader = file.stream().pipeThrough(decoder).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Error(isChanged(cause) ? CHANGED : 'must be UTF-8 text', { cause })
      })
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

const CHANGED = 'can no longer be read: choose it again if it was changed or moved'

function isChanged(error: unknown) {
  return error instanceof DOMException && /^Not(Readable|Found)/.test(error.name)
}
