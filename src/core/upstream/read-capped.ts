import { AppError } from '../error.ts'
import { networkError } from './upstream-error.ts'

interface Cap {
  upstream: string
  maxBytes: number
}

/** A response body as text. Reading stops with an error once the body exceeds the maximum. */
export async function readCapped({ body }: Response, { upstream, maxBytes }: Cap): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0

  for (;;) {
    const { done, value } = await next(reader, upstream)
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) throw tooLarge(upstream, maxBytes)
    text += decoder.decode(value, { stream: true })
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, upstream: string) {
  try {
    return await reader.read()
  } catch (error) {
    throw networkError(`${upstream} closed the connection early.`, error)
  }
}

function tooLarge(upstream: string, maxBytes: number) {
  const cause = new Error(`more than ${maxBytes} bytes`)
  return new AppError('upstream-failed', `${upstream} sent a response that is too large.`, {
    cause,
  })
}
