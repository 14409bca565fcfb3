import { describe, expect, it } from 'vitest'
import { routeLabels } from '../../src/runtime/route-labels.ts'

const label = routeLabels(
  ['/', '/api/top', '/assets/*', '/v3/*', '/v3/messages/:id/reactions', '*', '/*'].map((path) => ({
    path,
  })),
)

describe('routeLabels()', () => {
  it.each([
    ['/', '/'],
    ['/api/top', '/api/top'],
    ['/api/top/', 'other'],
    ['/assets/docs.js', '/assets/*'],
    ['/v3/messages/17/reactions', '/v3/messages/:id/reactions'],
    ['/v3/messages/18/reactions', '/v3/messages/:id/reactions'],
    ['/v3/anything/else', '/v3/*'],
    ['/wp-login.php', 'other'],
    ['//', 'other'],
    ['/%ff', 'other'],
    ['*', 'other'],
  ])('%s belongs to %s', (path, route) => {
    expect(label(path)).toBe(route)
  })
})
