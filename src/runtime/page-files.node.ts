import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { getMimeType } from 'hono/utils/mime'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { type PageFiles, withHead } from '../routes/page.ts'
import { readPageHeaders } from './page-headers.node.ts'

const RETRY_AFTER_MS = 1_000
/** The compressed variants that the build writes beside a file, the preferred one first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const
/** The same as on Cloudflare: a file is cached and revalidated each time. */
const REVALIDATE = 'public, max-age=0, must-revalidate'

interface PageFile {
  content: Content
  type: string
  etag: string
  encoded: Partial<Record<keyof typeof ENCODINGS, Content>>
}

type Content = Uint8Array<ArrayBuffer>

/**
 * The page's files. They are few and small, so they are read once into memory: serving them needs no
 * file descriptor, and a new build cannot mix old and new files.
 */
export function pageFiles(folder: string): PageFiles {
  let reading: Promise<Map<string, PageFile>> | undefined
  const headersOf = readPageHeaders(folder)

  function files() {
    reading ??= readFiles(folder)
    return reading.catch((cause: unknown) => {
      reading = undefined // the next request tries again
      const options = { cause, retryAfterMs: RETRY_AFTER_MS }
      throw new AppError('unavailable', 'The page cannot be read at the moment.', options)
    })
  }

  async function reply(c: Context<Env>, path: string, status = 200, head?: string) {
    const known = (await files()).get(path)
    if (!known) return c.notFound()
    const file = head === undefined ? known : rewritten(known, head)
    const caching = { 'cache-control': REVALIDATE, etag: file.etag, vary: 'Accept-Encoding' }
    const own = { ...caching, ...c.get('headers'), ...Object.fromEntries(headersOf(c.req.path)) }
    if (status === 200 && c.req.header('if-none-match') === file.etag) {
      return new Response(null, { status: 304, headers: own })
    }
    const { content, ...encoding } = bestOf(file, c)
    const entity = { 'content-type': file.type, 'content-length': String(content.byteLength) }
    return new Response(content, { status, headers: { ...entity, ...encoding, ...own } })
  }

  files().catch(() => {}) // read before the first request, which reports a failure
  return {
    show: (c, status, head) => reply(c, '/index.html', status, head),
    mount(routes) {
      routes.get('/docs', (c) => reply(c, '/docs.html'))
      routes.get('/embed', (c) => reply(c, '/embed.html'))
      routes.get('/robots.txt', (c) => reply(c, '/robots.txt'))
      routes.get('/docs/:page', (c) => reply(c, `${c.req.path}.html`))
      routes.get('/assets/*', (c) => reply(c, c.req.path))
    },
  }
}

function rewritten({ content, type }: PageFile, head: string): PageFile {
  const bytes = new TextEncoder().encode(withHead(new TextDecoder().decode(content), head))
  return { content: bytes, type, etag: etagOf(bytes), encoded: {} }
}

function etagOf(content: Content) {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** The smallest variant of a file that the client accepts. */
function bestOf({ content, encoded }: PageFile, c: Context<Env>) {
  const supports = (['br', 'gzip'] as const).filter((name) => encoded[name])
  const name = accepts(c, { header: 'Accept-Encoding', supports, default: '' })
  const best = name === 'br' || name === 'gzip' ? encoded[name] : undefined
  return best ? { content: best, 'content-encoding': name } : { content }
}

/**
 * The files by their path in the folder, read one by one to use only one descriptor. A missing folder,
 * as before a build, has no files.
 */
async function readFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder)
  const contents = new Map<string, Content>()
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name)
    contents.set(`/${relative(folder, file).split(sep).join('/')}`, await readFile(file))
  }
  return new Map([...contents].map(([path, content]) => [path, fileAt(path, content, contents)]))
}

function fileAt(path: string, content: Content, contents: ReadonlyMap<string, Content>): PageFile {
  const br = contents.get(path + ENCODINGS.br)
  const gzip = contents.get(path + ENCODINGS.gzip)
  return {
    content,
    type: getMimeType(path) ?? 'application/octet-stream',
    etag: etagOf(content),
    encoded: { ...(br && { br }), ...(gzip && { gzip }) },
  }
}

function noFolder(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}
