import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Door } from '../../src/route/door.ts'
import { openPaths } from '../../src/route/open-paths.ts'

const answer = () => new Response()
const platform = new Hono<Door>()
  .get('/v3/messages/:id/reactions', answer)
  .all('/v3/*', answer)
  .get('/dashboard', answer)
const own = new Hono<Door>().get('/api/top', answer).get('/v3x', answer)

describe('openPaths()', () => {
  const isOpen = openPaths([
    { paths: {}, routes: platform, isOpen: true },
    { paths: {}, routes: own },
  ])

  it.each(['/v3', '/v3/', '/v3/nowhere', '/v3/messages/7/reactions', '/dashboard'])(
    'are those of parts that keep a door of their own: %s',
    (path) => expect(isOpen(path)).toBe(true),
  )

  it.each(['/', '/api/top', '/v3x', '/v30/messages', '/v2/v3/messages', '/dashboard/more', ''])(
    'are no others: %s',
    (path) => expect(isOpen(path)).toBe(false),
  )
})
