import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { AppError } from '../error.ts'
import type { Door } from '../route/door.ts'
import { readPageHeaders } from './page-headers.node.ts'

const RETRY_AFTER_MS = 1_000

interface PageFile {
  content: Uint8Array<ArrayBuffer>
  type: string
}

/**
 * Adds the page's files to the routes. They are few and small, so they are read once and kept: to
 * serve them takes no file descriptor, and a build that replaces them does not mix old with new.
 */
export function pageFiles(folder: string): (routes: Hono<Door>) => void {
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

  async function reply(c: Context<Door>, path: string) {
    const file = (await files()).get(path)
    if (!file) return c.notFound()
    const { content, type } = file
    const headers = { 'content-type': type, 'content-length': String(content.byteLength) }
    const own = Object.fromEntries(headersOf(c.req.path))
    return new Response(content, { headers: { ...headers, ...c.env.headers, ...own } })
  }

  files().catch(() => {}) // read ahead of the first request, which reports what goes wrong
  return (routes) => {
    routes.get('/docs', (c) => reply(c, '/docs.html'))
    routes.get('/assets/*', (c) => reply(c, c.req.path))
  }
}

/**
 * By their path below the folder. One after the other, which takes one descriptor. A folder that is
 * missing, as before a build, has no files.
 */
async function readFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder)
  const files = new Map<string, PageFile>()
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const type = getMimeType(name) ?? 'application/octet-stream'
    files.set(path, { content: await readFile(file), type })
  }
  return files
}

function noFolder(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}
