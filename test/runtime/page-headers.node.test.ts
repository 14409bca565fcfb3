import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPageHeaders } from '../../src/runtime/page-headers.node.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

async function headersIn(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  await writeFile(join(folder, '_headers'), text)
  return readPageHeaders(folder)
}

describe('readPageHeaders()', () => {
  it('page headers are read by path', async () => {
    const headersOf = await headersIn(
      '# A remark\n/*\n  X-One: a: b \n\n/assets/*\n\tX-Two: c\n/docs\n  X-Three: d\n/embed\n  ! X-One\n  X-One: e\n',
    )
    expect(headersOf('/embed')).toEqual([['x-one', 'e']])
    expect(headersOf('/docs')).toEqual([
      ['x-one', 'a: b'],
      ['x-three', 'd'],
    ])
    expect(headersOf('/assets/docs.js')).toEqual([
      ['x-one', 'a: b'],
      ['x-two', 'c'],
    ])
    expect(headersOf('/docs/more')).toEqual([['x-one', 'a: b']])
  })

  it('without a headers file there are no page headers', async () => {
    expect(readPageHeaders(await mkdtemp(join(tmpdir(), 'launchboard-')))('/docs')).toEqual([])
  })
})

describe('the policy of the page', () => {
  it("the page's policy allows only our own origin, but for pictures of one host, and forbids frames", async () => {
    const headers = new Map(readPageHeaders('src/web/public')('/docs'))
    const policy = headers.get('content-security-policy') ?? ''
    const pictures = 'https://ph-files.imgix.net'
    expect(policy).toContain(`img-src 'self' data: ${pictures};`)
    expect(policy.replace(pictures, '')).not.toMatch(/unsafe|https?:|\*/)
    for (const directive of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"]) {
      expect(policy).toContain(directive)
    }
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it.each([
    ['/', "'none'"],
    ['/docs', "'none'"],
    ['/embed/', "'none'"],
    ['/embedded', "'none'"],
    ['/embed', '*'],
  ])('%s may be framed by %s', (path, ancestors) => {
    const policies = readPageHeaders('src/web/public')(path).filter(
      ([name]) => name === 'content-security-policy',
    )
    expect(policies).toHaveLength(1)
    expect(policies[0]?.[1].split('; ').at(-1)).toBe(`frame-ancestors ${ancestors}`)
  })

  it('the page has no inline script or style', async () => {
    for (const name of ['index', 'docs', 'embed']) {
      const page = await readFile(`src/web/${name}.html`, 'utf8')
      expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i)
    }
  })

  it('the policy is sent with every file of the page', { timeout: 60_000 }, async () => {
    const service: NodeProcess = await startNode()
    const headersOf = readPageHeaders('src/web/public')
    for (const path of ['/docs', '/docs/api', '/assets/icon.svg', '/embed']) {
      const { status, headers } = await fetch(service.url + path)
      expect(status).toBe(200)
      for (const [name, value] of headersOf(path)) expect(headers.get(name)).toBe(value)
    }
    service.child.kill('SIGKILL')
  })
})
