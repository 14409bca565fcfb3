import { describe, expect, it } from 'vitest'
import { guardedLookup, type Resolve } from '../../../src/core/upstream/guarded-fetch.node.ts'

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
  it('checked addresses are returned after one resolution', async () => {
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

  it('no address is returned when one of them is private, or none exists', async () => {
    expect(await lookup(['8.8.8.8', '10.0.0.1'], false)).toMatchObject({
      ...{ address: '', error: expect.stringContaining('private address') },
    })
    expect(await lookup([], true)).toMatchObject({ address: '', error: 'no address' })
  })

  it('a name that resolves differently later is connected at the checked address', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const resolve: Resolve = (_hostname, _options, callback) => {
      callback(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
      )
    }
    const found = await new Promise((settle) => {
      guardedLookup(resolve)('agent.example.com', { all: true }, (_error, addresses) =>
        settle(addresses),
      )
    })
    expect(found).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(answers).toEqual([['127.0.0.1']])
  })
})
