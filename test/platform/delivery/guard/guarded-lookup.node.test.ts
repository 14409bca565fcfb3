import { describe, expect, it } from 'vitest'
import {
  guardedLookup,
  type Resolve,
} from '../../../../src/platform/delivery/guard/guarded-lookup.node.ts'

function lookup(addresses: string[], all: boolean) {
  let times = 0
  const resolve: Resolve = (_hostname, _options, callback) => {
    times += 1
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    callback(null, found)
  }
  return new Promise<unknown>((settle) => {
    guardedLookup(resolve)('agent.example.com', { all }, (error, address, family) => {
      settle({ error: error?.message, address, family, times })
    })
  })
}

describe('guardedLookup()', () => {
  it('hands on what it checked, all of it or the first, after one resolution', async () => {
    const both = ['8.8.8.8', '2606:4700::1111']
    expect(await lookup(both, false)).toMatchObject({ address: '8.8.8.8', family: 4, times: 1 })
    expect(await lookup(both, true)).toMatchObject({
      address: [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
      times: 1,
    })
  })

  it('hands on nothing when one of the addresses is private, or when there is none', async () => {
    expect(await lookup(['8.8.8.8', '10.0.0.1'], false)).toMatchObject({
      ...{ address: '', error: expect.stringContaining('private network') },
    })
    expect(await lookup([], true)).toMatchObject({ address: '', error: 'no address' })
  })
})
