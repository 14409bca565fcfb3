import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Env } from '../../src/http/env.ts'
import { openPaths } from '../../src/http/open-paths.ts'

const answer = () => new Response()
const platform = new Hono<Env>().get('/v3/messages/:id/reactions', answer).all('/v3/*', answer)
const page = new Hono<Env>().get('/dashboard', answer)
const own = new Hono<Env>().get('/api/top', answer).get('/v3x', answer)
const refuse = () => new Response('in its own words')

const paths = openPaths([
  { routes: platform, isOpen: true, hasOwnKeys: true, refuse },
  { routes: page, isOpen: true },
  { routes: own },
])

describe('the paths to which nobody has to be admitted', () => {
  it.each(['/v3', '/v3/', '/v3/nowhere', '/v3/messages/7/reactions', '/dashboard'])(
    'pages and parts with keys of their own need no token: %s',
    (path) => expect(paths.isOpen(path)).toBe(true),
  )

  it.each(['/', '/api/top', '/v3x', '/v30/messages', '/v2/v3/messages', '/dashboard/more', ''])(
    'other paths need a token: %s',
    (path) => expect(paths.isOpen(path)).toBe(false),
  )
})

describe('the paths that everybody may ask for', () => {
  it.each(['/dashboard'])('pages are open to everybody: %s', (path) =>
    expect(paths.isForEverybody(path)).toBe(true),
  )

  it.each(['/v3', '/v3/users', '/api/top', '/nowhere'])(
    'other paths are not open to everybody: %s',
    (path) => expect(paths.isForEverybody(path)).toBe(false),
  )
})

describe('who is turned away from a path', () => {
  it('a 401 has the form of the part that is mounted at the path', async () => {
    const error = new AppError('forbidden', 'Not you.')
    const told = async (path: string) =>
      paths.refuse(path, { requestId: 'id', headers: {} }, error).text()
    expect(await told('/v3/users')).toBe('in its own words')
    expect(JSON.parse(await told('/api/top'))).toMatchObject({ code: 'forbidden' })
  })
})
