import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Env } from '../../src/http/env.ts'
import { openPaths } from '../../src/http/open-paths.ts'

const answer = () => new Response()
const platform = new Hono<Env>().get('/v3/messages/:id/reactions', answer).all('/v3/*', answer)
const page = new Hono<Env>().get('/dashboard', answer)
const own = new Hono<Env>().get('/api/top', answer).get('/v3x', answer)
const refuse = () => new Response('in its own form')

const paths = openPaths([
  { routes: platform, access: 'own-keys', reject: refuse },
  { routes: page, access: 'public' },
  { routes: own },
])

describe('isOpen()', () => {
  it.each(['/v3', '/v3/', '/v3/nowhere', '/v3/messages/7/reactions', '/dashboard'])(
    'a path of a group that is public or has its own keys is open: %s',
    (path) => expect(paths.isOpen(path)).toBe(true),
  )

  it.each(['/', '/api/top', '/v3x', '/v30/messages', '/v2/v3/messages', '/dashboard/more', ''])(
    'any other path is not open: %s',
    (path) => expect(paths.isOpen(path)).toBe(false),
  )
})

describe('isForEverybody()', () => {
  it.each(['/dashboard'])('a path of a public group is for everybody: %s', (path) =>
    expect(paths.isForEverybody(path)).toBe(true),
  )

  it.each(['/v3', '/v3/users', '/api/top', '/nowhere'])(
    'any other path is not for everybody: %s',
    (path) => expect(paths.isForEverybody(path)).toBe(false),
  )
})

describe('reject()', () => {
  it('a rejected request gets the error form of the group at its path, or the general one', async () => {
    const error = new AppError('forbidden', 'Not you.')
    const rejectedAt = async (path: string) =>
      paths.refuse(path, { requestId: 'id', headers: {} }, error).text()
    expect(await rejectedAt('/v3/users')).toBe('in its own form')
    expect(JSON.parse(await rejectedAt('/api/top'))).toMatchObject({ code: 'forbidden' })
  })
})
