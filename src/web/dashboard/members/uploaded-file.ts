import { textDecoder } from '../../../core/rows/decode-text.ts'
import type { TextFile } from '../../../core/rows/rows.ts'

/** A chosen file whose text can be streamed several times. */
export function uploadedFile(file: File): TextFile {
  return { name: file.name, text: () => textOf(file) }
}

async function* textOf(file: File): AsyncGenerator<string> {
  const decode = textDecoder()
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Error('can no longer be read: choose it again if it was changed or moved', {
          cause,
        })
      })
      yield decode(value)
      if (done) return
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
