import { describe, expect, it } from 'vitest'
import { releaseOf } from '../../src/runtime/time-zones.node.ts'

describe('releaseOf()', () => {
  it('only Node is believed about the release of its time zones', () => {
    expect(releaseOf({ node: '26.10.0', tz: '2026c' })).toBe('2026c')
    expect(releaseOf({ node: '24.3.0', tz: '2026b', deno: '2.9.6' })).toBeUndefined()
    expect(releaseOf({ node: '24.3.0', bun: '1.4.5' })).toBeUndefined()
    expect(releaseOf({ node: '20.20.2' })).toBeUndefined()
  })
})
