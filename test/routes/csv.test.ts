import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csv } from '../../src/routes/csv.ts'

const KITE = {
  ...{ id: '1', name: 'Kite', tagline: null, url: null, votesCount: 7, commentsCount: null },
  ...{ launchedAt: '2026-11-20T08:00:00.000Z', topics: ['AI', 'Design'] },
}
const row = (fields: object) => csv([{ ...KITE, ...fields }]).split('\r\n')[1]

describe('csv()', () => {
  it('a header row and a row a product end in CRLF each', () => {
    const header = 'id,name,tagline,url,votesCount,commentsCount,launchedAt,topics'
    expect(csv([KITE]).split('\r\n')).toEqual([header, expect.stringMatching(/^1,/), ''])
    expect(csv([])).toBe(`${header}\r\n`)
    expect(row({})).toBe('1,Kite,,,7,,2026-11-20T08:00:00.000Z,AI;Design')
  })

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a line break', 'a\nb', '"a\nb"'],
  ])('a name with %s is quoted', (_name, name, cell) => {
    expect(row({ name })).toContain(`1,${cell},`)
  })

  it.each(['=1+1', '+1', '-1', '@a', '＝1', '\t=1'])('%j is no formula', (name) => {
    expect(row({ name })).toMatch(/^1,"?'/)
  })

  it.each([
    ['=1', "'=1"],
    ["'=1", "''=1"],
    ["''＋1", "'''＋1"],
    ["'\t1", "''\t1"],
    ["'90s radio", "'90s radio"],
    ["''", "''"],
  ])('%j is %j, and is itself again without the quote before a formula', (name, cell) => {
    const [, read] = Papa.parse<string[]>(csv([{ ...KITE, name }])).data[1]!
    expect(read).toBe(cell)
    expect(cell.replace(/^'('*[=+\-@\t\r\n＝＋－＠])/, '$1')).toBe(name)
  })
})
