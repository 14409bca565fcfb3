import { describe, expect, it } from 'vitest'
import {
  guardedLookup,
  type Resolve,
} from '../../../../src/chat/delivery/guard/guarded-lookup.node.ts'

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

  it.each([
    ...['0.0.0.0', '127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '100.64.0.1'],
    ...['169.254.169.254', '168.63.129.16', '192.0.0.192', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', 'fec0::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1'],
    ...['2002:7f00:1::', '2001:0:7f00:1::', '2001:470:1f0b::5efe:7f00:1', '2001:db8::1', 'none'],
  ])('%s among the addresses is refused, wherever it is in the list', async (address) => {
    const refusal = { address: '', error: expect.stringContaining('private address') }
    for (const addresses of [[address], ['8.8.8.8', address], [address, '8.8.8.8']]) {
      expect(await lookup(addresses, true)).toMatchObject(refusal)
      expect(await lookup(addresses, false)).toMatchObject(refusal)
    }
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
