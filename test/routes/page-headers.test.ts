import { describe, expect, it } from 'vitest'
import { headersFile, pageHeaders } from '../../src/routes/page-headers.ts'

const policyOf = (path: string) => pageHeaders(path)['content-security-policy'] ?? ''

describe('the headers of the page', () => {
  it('the policy allows only our own origin, but for pictures of one host', () => {
    const pictures = 'https://ph-files.imgix.net'
    expect(policyOf('/docs')).toContain(`img-src 'self' data: ${pictures};`)
    expect(policyOf('/docs').replace(pictures, '')).not.toMatch(/unsafe|https?:|\*/)
    for (const directive of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"]) {
      expect(policyOf('/docs')).toContain(directive)
    }
    expect(pageHeaders('/docs')).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
  })

  it('only the embedded board may be framed', () => {
    for (const path of ['/', '/docs', '/embed/', '/embedded']) {
      expect(policyOf(path)).toMatch(/; frame-ancestors 'none'$/)
    }
    expect(policyOf('/embed')).toMatch(/; frame-ancestors \*$/)
  })

  it('only files whose name has a hash are kept for good', () => {
    expect(pageHeaders('/assets/page/a-hash.js')['cache-control']).toContain('immutable')
    expect(pageHeaders('/assets/widget.js')['cache-control']).toBeUndefined()
  })

  it('Cloudflare gets the same rules, and takes a header away before it is replaced', () => {
    const rules = headersFile().split('\n\n')
    expect(rules.slice(0, 3).map((rule) => rule.split('\n')[0])).toEqual([
      '/*',
      '/embed',
      '/assets/page/*',
    ])
    expect(rules[0]).toContain(`  content-security-policy: ${policyOf('/')}\n`)
    expect(rules[1]).toMatch(/^ {2}! content-security-policy\n {2}content-security-policy: /m)
    expect(rules[2]).not.toContain('!')
  })
})
