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
  { routes: platform, access: 'own-keys', reject: refuse },
  { routes: page, access: 'public' },
  { routes: own },
])

describe('the paths to which nobody has to be admitted', () => {
  it.each(['/v3', '/v3/', '/v3/nowhere', '/v3/messages/7/reactions', '/dashboard'])(
    'are those of pages, and of parts with keys of their own: %s',
    (path) => expect(paths.isOpen(path)).toBe(true),
  )

  it.each(['/', '/api/top', '/v3x', '/v30/messages', '/v2/v3/messages', '/dashboard/more', ''])(
    'are no others: %s',
    (path) => expect(paths.isOpen(path)).toBe(false),
  )
})

describe('the paths that everybody may ask for', () => {
  it.each(['/dashboard'])('are those of pages: %s', (path) =>
    expect(paths.isForEverybody(path)).toBe(true),
  )

  it.each(['/v3', '/v3/users', '/api/top', '/nowhere'])('are no others: %s', (path) =>
    expect(paths.isForEverybody(path)).toBe(false),
  )
})

describe('who is turned away from a path', () => {
  it('is told so in the words of the part that is there, and else in ours', async () => {
    const error = new AppError('forbidden', 'Not you.')
    const told = async (path: string) =>
      paths.refuse(path, { requestId: 'id', headers: {} }, error).text()
    expect(await told('/v3/users')).toBe('in its own words')
    expect(JSON.parse(await told('/api/top'))).toMatchObject({ code: 'forbidden' })
  })
})
