import type { Context } from 'hono'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import type { Env } from './env.ts'

const MAX_BYTES = 1024 * 1024

/** Content codings (RFC 9110, section 8.4.1) that all runtimes can decode. */
const CODINGS: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])
/** A body that was encoded more often is an attack. */
const MAX_CODINGS = 3

/**
 * The body as JSON, whatever its content type: that of a plain `curl -d` is a form.
 *
 * @throws AppError `invalid-request` when it is not JSON, or has more values than any request needs.
 */
export async function readJson(c: Context<Env>): Promise<unknown> {
  return jsonOf(c, await readText(c))
}

/** The same for a body that has been read. */
export function jsonOf(c: Context<Env>, text: string): unknown {
  const { value, issue } = parseJson(text)
  if (issue) throw new AppError('invalid-request', `The body ${issue}.`)
  c.set('sent', value)
  return value
}

/**
 * The body as text: decoded, and at most 1 MiB before and after that.
 *
 * @throws AppError `payload-too-large`, `unsupported-media-type` for another content coding,
 *   `cancelled` when the caller disconnects before the body is complete.
 */
export function readText(c: Context<Env>): Promise<string> {
  return readBody(c, (body) => body.text())
}

async function readBody<Whole>(
  c: Context<Env>,
  whole: (body: Pick<Body, 'text' | 'arrayBuffer'>) => Promise<Whole>,
): Promise<Whole> {
  const codings = codingsOf(c.req.header('content-encoding') ?? '')
  const length = c.req.header('content-length')
  if (Number(length) > MAX_BYTES) throw tooLarge()
  try {
    // The length is known without asking for the body, which costs a stream and two signals on Node.
    const isWhole = length !== undefined && c.req.header('transfer-encoding') === undefined
    if (isWhole && codings.length === 0) return await whole(c.req)
    return await whole(new Response(c.req.raw.body && decoded(c.req.raw.body, codings)))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (c.req.raw.signal.aborted) {
      throw new AppError('cancelled', 'The caller disconnected.', { cause: error })
    }
    if (codings.length === 0) throw error
    throw new AppError('invalid-request', 'The body is not encoded as Content-Encoding says.')
  }
}

function codingsOf(header: string): CompressionFormat[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const codings = names.filter((name) => name !== '' && name !== 'identity')
  const formats = codings.map((name) => CODINGS.get(name)).filter((format) => format !== undefined)
  if (formats.length === codings.length && formats.length <= MAX_CODINGS) return formats
  const headers = { 'accept-encoding': 'gzip, deflate', connection: 'close' }
  const message = 'Content-Encoding: must be gzip or deflate, or left out.'
  throw new AppError('unsupported-media-type', message, { headers })
}

type Bytes = Uint8Array<ArrayBuffer>

/** Each step is capped: a few bytes can decode to very many, and very many to none. */
function decoded(body: ReadableStream<Bytes>, codings: readonly CompressionFormat[]) {
  return codings.reduceRight(
    (encoded, coding) => encoded.pipeThrough(new DecompressionStream(coding)).pipeThrough(capped()),
    body.pipeThrough(capped()),
  )
}

function capped() {
  let bytes = 0
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw tooLarge()
      controller.enqueue(chunk)
    },
  })
}

function tooLarge() {
  // The rest of the body stays unread, so the connection cannot be used again.
  const headers = { connection: 'close' }
  return new AppError('payload-too-large', 'The body must not be larger than 1 MiB.', { headers })
}
