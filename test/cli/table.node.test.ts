import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { table } from '../../src/cli/table.node.ts'

const LAUNCHED = '2026-11-20T10:00:00.000Z'
const LIST = ['#', 'NAME', 'VOTES', 'LAUNCHED', 'TOPICS']
const RISING = ['#', 'NAME', 'VOTES', 'GAINED', 'EXPECTED', 'LAUNCHED', 'TOPICS']
const LONG = '風箏🪁日本語のとても長い名前のプロダクト with more words behind it'
const TOPICS = 'Developer Tools, Productivity, Kites'

const list = [LONG, 'Kite'].map((name, at) => [at + 9, name, 12_345, LAUNCHED, TOPICS])
const rising = list.map(([rank = 0, name = '', votes = 0, ...rest]) => [
  ...[rank, name, votes, 381, 51.8],
  ...rest,
])

it.each([40, 60, 80, 100, 200])('a table fits a terminal of %i columns', (columns) => {
  for (const text of [table(LIST, list, columns), table(RISING, rising, columns)]) {
    const lines = text.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns)
    expect(lines[1]).toContain('風箏🪁')
    expect(lines[2]).toContain('Kite')
  }
})

it('topics give way first, then names', () => {
  const rows = [[1, 'Interpretta', 1234, LAUNCHED, TOPICS]]
  const lines = (columns?: number) => table(LIST, rows, columns).split('\n')
  expect(lines()[1]).toBe(`1  Interpretta  1,234  2026-11-20 10:00  ${TOPICS}`)
  expect(lines(60)[1]).toBe('1  Interpretta  1,234  2026-11-20 10:00  Developer Tools, P…')
  expect(lines(44)[1]).toBe('1  Interpretta  1,234  2026-11-20 10:00')
  expect(lines(38)).toEqual([
    '#  NAME        VOTES  LAUNCHED',
    '1  Interpret…  1,234  2026-11-20 10:00',
    '',
  ])
})

it('a product is shown whole, however narrow the terminal is', () => {
  const url = 'https://kite.example/a/long/address/of/a/product'
  expect(table(['FIELD', 'VALUE'], [['url', url]], 40)).toContain(url)
})
