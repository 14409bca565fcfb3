import { describe, expect, it } from 'vitest'
import { networkReason } from '../../../src/core/upstream/upstream-error.ts'
import { freePort } from '../../helper/free-port.ts'

describe('networkReason()', () => {
  it('a port that nobody listens on has a code, and one that fetch never calls a name', async () => {
    const reasonAt = async (port: number) =>
      networkReason(await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error))
    expect(await reasonAt(await freePort())).toBe('ECONNREFUSED')
    expect(await reasonAt(9)).toBe('bad port')
  })

  it('a message that may hold a secret is not quoted', () => {
    expect(networkReason(new TypeError('secret', { cause: new Error('secret') }))).toBe('TypeError')
  })

  it('an error that has only a message, as on Workers, is a network error', () => {
    expect(networkReason(new Error('Network connection lost.'))).toBe('network error')
  })
})
