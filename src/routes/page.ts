import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Access } from '../access/access.ts'
import type { OriginGuard } from '../access/origin-guard.ts'
import type { Env } from '../http/env.ts'
import type { RouteGroup } from '../http/route-group.ts'
import { badge } from './badge.ts'
import { boardHtml, compareHtml, type FirstHtml, productHtml } from './page-head.ts'
import { type Drawing, type ShareDeps, sharePictures } from './share.ts'

/** The page's files, as the runtime provides them. */
export interface PageFiles {
  /**
   * Responds with the HTML of the application, which is the same for all of its paths but for what a
   * place says of itself.
   */
  show(c: Context<Env>, status: 200 | 404, own?: FirstHtml): Promise<Response>
  /** Draws the pictures of links, where the runtime can. */
  drawing?: Drawing
  /** Adds routes for the other files, where the platform does not serve them itself. */
  mount?(routes: Hono<Env>): void
}

/** The paths of the application. A test checks that its router knows each of them. */
export const PAGE_PATHS = [
  '/',
  '/search',
  '/chat',
  '/compare',
  '/watches',
  '/dashboard',
  '/dashboard/agents',
  '/dashboard/actions',
  '/dashboard/chat',
  '/dashboard/members',
  '/dashboard/notifications',
  '/dashboard/notifications/:section',
  '/dashboard/status',
]

interface PageDeps extends ShareDeps {
  access?: Access | undefined
  originGuard?: OriginGuard | undefined
}

/** The page. Everyone may see it; it asks for a token where one is needed. */
export function page(services: PageDeps, files?: PageFiles): RouteGroup {
  const deps = { ...services, isDrawn: files?.drawing !== undefined }
  const routes = new Hono<Env>()
  if (!files) return { paths: {}, routes }

  // With the podium they are long. A platform that serves the files itself compresses too.
  const documents = files.mount ? ['/', '/products/:id'] : []
  for (const path of documents) routes.use(path, compress({ encoding: 'gzip' }))
  routes.get('/', async (c) => {
    const own = (await mayRead(c, deps)) ? await boardHtml(c, deps) : undefined
    return files.show(c, 200, own)
  })
  routes.get('/products/:id', async (c) => {
    if (!(await mayRead(c, deps))) return files.show(c, 200)
    const { own, isMissing } = await productHtml(c, deps)
    return files.show(c, isMissing ? 404 : 200, own)
  })
  routes.get('/compare', async (c) =>
    files.show(c, 200, (await mayRead(c, deps)) ? await compareHtml(c, deps) : undefined),
  )
  routes.get('/products/:id/badge.svg', async (c) => {
    if (!(await mayRead(c, deps))) return c.notFound()
    return (await badge(c, deps)) ?? c.notFound()
  })
  if (files.drawing) {
    const share = sharePictures(deps, files.drawing)
    const pictures = [
      ['/share/board.png', share.board],
      ['/share/compare.png', share.comparison],
      ['/products/:id/share.png', share.product],
    ] as const
    for (const [path, picture] of pictures) {
      routes.get(path, async (c) => ((await mayRead(c, deps)) ? picture(c) : c.notFound()))
    }
  }
  for (const path of PAGE_PATHS.slice(1)) routes.get(path, (c) => files.show(c, 200))
  files.mount?.(routes)
  return { paths: {}, routes }
}

/** Whether the caller might read the rankings too: the head says nothing to anyone else. */
async function mayRead(c: Context<Env>, { access, originGuard }: PageDeps): Promise<boolean> {
  if (access?.requiresToken || originGuard?.(c.req.url, c.req.raw.headers)) return false
  if (!access) return true
  const { error } = await access.admit(c.req.raw.headers, c.get('address'))
  return error === undefined
}

const HEAD = /<!--head-->.*<!--\/head-->/s
const BODY = '<!--first-->'

/** The HTML with these tags in place of the general ones, and with what is shown until the script runs. */
export function withOwn(html: string, { head, body }: FirstHtml): string {
  return html.replace(HEAD, () => head).replace(BODY, () => body)
}
