import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { replyText } from '../http/reply.ts'
import { type PageFiles, withOwn } from '../routes/page.ts'
import { pageHeaders } from '../routes/page-headers.ts'
import { nodeDrawing } from './drawing.node.ts'

const RETRY_AFTER_MS = 1_000
/** As on Cloudflare. The server of files does not know it. */
const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8' }
/** The same as on Cloudflare: a file is cached and revalidated each time. */
const REVALIDATE = { 'cache-control': 'public, max-age=0, must-revalidate' }

const headersOf = ({ req: { path } }: Context<Env>) => ({
  ...REVALIDATE,
  ...(path.endsWith('.md') && MARKDOWN),
  ...pageHeaders(path),
})

/** The page's files in the folder of the build, which has compressed variants beside them. */
export function pageFiles(folder: string): PageFiles {
  const file = (rewriteRequestPath = (path: string) => path) =>
    serveStatic<Env>({ root: folder, precompressed: true, rewriteRequestPath, onFound: addHeaders })

  return {
    async show(c, status, own) {
      const html = await readFile(join(folder, 'index.html'), 'utf8').catch(unreadable)
      if (html === undefined) return c.notFound()
      const text = own === undefined ? html : withOwn(html, own)
      return replyText(c, text, status, {
        'content-type': 'text/html; charset=utf-8',
        ...headersOf(c),
      })
    },

    drawing: nodeDrawing(folder),

    mount(routes) {
      routes.get(
        '/docs',
        etag(),
        file(() => '/docs.html'),
      )
      routes.get(
        '/docs/*',
        etag(),
        file((path) => (/\.\w+$/.test(path) ? path : `${path}.html`)),
      )
      routes.get(
        '/embed',
        etag(),
        file(() => '/embed.html'),
      )
      for (const path of [
        '/robots.txt',
        '/favicon.ico',
        '/docs.md',
        '/llms.txt',
        '/llms-full.txt',
      ]) {
        routes.get(path, etag(), file())
      }
      routes.get('/assets/*', etag(), file())
    },
  }
}

function addHeaders(_path: string, c: Context<Env>) {
  for (const [name, value] of Object.entries({ ...c.get('headers'), ...headersOf(c) })) {
    c.header(name, value, { append: name === 'vary' })
  }
}

/** Before a build there is no page. */
function unreadable(cause: NodeJS.ErrnoException) {
  if (cause.code === 'ENOENT') return undefined
  const options = { cause, retryAfterMs: RETRY_AFTER_MS }
  throw new AppError('unavailable', 'The page cannot be read at the moment.', options)
}
