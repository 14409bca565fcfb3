import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../src/web/docs/contents.ts'
import { withoutParts, withParts } from './generated.ts'

const MAX_WORDS = 19_600

const DOCUMENTS = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
const read = (path: string) => readFileSync(path, 'utf8')

describe('the documents', () => {
  it.each(DOCUMENTS.filter((path) => read(path).includes('<!-- generated: ')))(
    '%s has what the code says: `npm run reference` rewrites it',
    async (path) => {
      await expect(await withParts(read(path))).toMatchFileSnapshot(resolve(path))
    },
  )

  it('every page is in the list of them, once', () => {
    const listed = contentsOf(read('docs/README.md')).flatMap(({ entries }) => entries)
    const pages = DOCUMENTS.filter((path) => path !== 'docs/README.md')
    expect(listed.map(({ slug }) => `docs/${slug}.md`).toSorted()).toEqual(pages.toSorted())
  })

  it.each(DOCUMENTS.filter((path) => path.startsWith('docs/contribute/')))(
    'the files that %s names are there',
    (path) => {
      const named = read(path).match(/(?<![\w/.-])(?:src|test|data|docs)\/[\w/.-]*\w/g) ?? []
      const files = named.filter((file) => !/get-makers|\/meta$/.test(file))
      for (const file of files) expect(existsSync(file), file).toBe(true)
    },
  )

  it('they stay as short as they are', () => {
    const texts = ['README.md', ...DOCUMENTS].map((path) => withoutParts(read(path)))
    const words = texts
      .join('\n')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
    expect(words.length).toBeLessThan(MAX_WORDS)
    expect(Buffer.byteLength(read('README.md'))).toBeLessThan(9 * 1024)
  })
})
