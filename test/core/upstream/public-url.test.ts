import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../src/core/upstream/public-url.ts'

describe('isPublicAddress()', () => {
  it('sees the same in an IPv4 address and in the IPv6 addresses that hold it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const isPublic = isPublicAddress(address)
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic)
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic)
      }),
    )
  })

  it('holds nothing for public outside of the routed part of IPv6', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const isRouted = /^[23][\da-f]{3}:/i.test(address)
        const holdsV4 = /^(::ffff:|64:ff9b::)/i.test(address)
        fc.pre(!isRouted && !holdsV4 && !/^0{0,3}:|^0*64:/i.test(address))
        expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })

  it('takes nothing for an address that is none', () => {
    for (const text of ['', 'localhost', '8.8.8.8.8', '2606:4700::1%eth0', '8.8.8.8 ']) {
      expect(isPublicAddress(text)).toBe(false)
    }
  })
})
