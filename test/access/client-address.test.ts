import { describe, expect, it } from 'vitest'
import { addressGroup, clientAddress, trustedProxies } from '../../src/access/client-address.ts'

function addressBehind(trust: string | undefined, peer: string, forwarded?: string) {
  const headers: HeadersInit = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = new Request('http://localhost/', { headers })
  const trusted = trust === undefined ? undefined : trustedProxies(trust)
  return clientAddress(trusted)(request, { socket: { remoteAddress: peer } })
}

describe('clientAddress()', () => {
  it('without a trusted proxy the client address is that of the connection', () => {
    expect(addressBehind(undefined, '10.0.0.1', '203.0.113.7')).toBe('10.0.0.1')
  })

  it.each([
    ['one hop', '1', '203.0.113.7', '203.0.113.7'],
    ['one hop, and what the caller made up', '1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['two hops', '2', '1.1.1.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['more hops than there are', '5', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['a trusted range', '10.0.0.0/8', '203.0.113.7', '203.0.113.7'],
    [
      'a trusted range, and what the caller made up',
      '10.0.0.0/8',
      '1.1.1.1,203.0.113.7',
      '203.0.113.7',
    ],
    ['a chain within it', '10.0.0.0/8', '1.1.1.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['a caller that claims to be a proxy', '10.0.0.0/8', '10.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['nobody but proxies', '10.0.0.0/8', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['a port', '1', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', '1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv6', '1', '2001:db8::7', '2001:db8::7'],
    ['no address at all', '1', 'garbage', 'garbage'],
  ])(
    'the client address is what the first trusted proxy saw: %s',
    (_name, trust, forwarded, expected) => {
      expect(addressBehind(trust, '10.0.0.1', forwarded)).toBe(expected)
    },
  )

  it('forwarded addresses from an untrusted peer are ignored', () => {
    expect(addressBehind('10.0.0.1, ::1', '203.0.113.9', '1.1.1.1')).toBe('203.0.113.9')
    expect(addressBehind('10.0.0.1, ::1', '2001:db8::9', '1.1.1.1')).toBe('2001:db8::9')
  })

  it('a proxy is recognised by its IPv4 address mapped into IPv6', () => {
    expect(addressBehind('10.0.0.1', '::ffff:10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  })

  it('without a forwarded address the client address is that of the trusted proxy', () => {
    expect(addressBehind('1', '10.0.0.1')).toBe('10.0.0.1')
  })
})

describe('addressGroup()', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['garbage', 'unknown'],
  ])('the rate limit counts %s as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})
