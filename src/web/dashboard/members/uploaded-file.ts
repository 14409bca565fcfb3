/** The text of a file that somebody picked, piece by piece, each time it is asked for. */
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

const CHANGED = 'cannot be read any more: choose it again if it was changed or moved'

function isChanged(error: unknown) {
  return error instanceof DOMException && /^Not(Readable|Found)/.test(error.name)
}
