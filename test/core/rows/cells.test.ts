import { describe, expect, it } from 'vitest'
import {
  type CellOptions,
  type CellRule,
  columnReader,
  countReader,
  flagReader,
  idReader,
  textReader,
} from '../../../src/core/rows/cells.ts'
import { instantReader } from '../../../src/core/rows/instants.ts'
import { listReader } from '../../../src/core/rows/lists.ts'

/** As in New York in winter. */
const OPTIONS = { timezone: 'here', fromClock: (clockMs: number) => clockMs + 5 * 60 * 60_000 }

/** The values of a column, or what is wrong with them. */
function valuesOf<Value>(
  rule: CellRule<Value>,
  cells: readonly unknown[],
  options: Partial<CellOptions> = {},
) {
  const reader = rule({ ...OPTIONS, ...options, notes: new Set(), nothing: 0 })
  const read = (cell: unknown, isSeen: boolean) => {
    let issue: string | undefined
    const value = reader(
      cell,
      (message) => {
        issue = message
      },
      isSeen,
    )
    return { cell, read: value === undefined ? undefined : (issue ?? value) }
  }
  const results = cells.map((cell) => read(cell, false))
  return results.map(({ cell, read: first }) =>
    first === undefined ? read(cell, true).read : first,
  )
}

describe('countReader()', () => {
  it.each<[unknown[], number[]]>([
    [
      ['0', '42', '1012'],
      [0, 42, 1012],
    ],
    [
      [7, '42.0', '1000.00'],
      [7, 42, 1000],
    ],
    [
      ['1,012', '42', '1,000,000'],
      [1012, 42, 1_000_000],
    ],
    [
      ['1 012', '42'],
      [1012, 42],
    ],
    [
      ['1\u00a0012', '7'],
      [1012, 7],
    ],
    [
      ['1\u202f012', '7'],
      [1012, 7],
    ],
    [
      ['1’012', '7'],
      [1012, 7],
    ],
    [
      ['1,012.00', '42.00'],
      [1012, 42],
    ],
    [
      ['1,000', '42'],
      [1000, 42],
    ],
  ])('%j are read', (cells, counts) => {
    expect(valuesOf(countReader, cells)).toEqual(counts)
  })

  const INTEGER = 'must be an integer, such as 1012'
  it.each<[unknown[], unknown[]]>([
    [
      ['1.000', '7'],
      ['“1.000” can be 1 or 1000: write numbers as 1012', 7],
    ],
    [
      ['42,000', '7,000'],
      [
        '“42,000” can be 42 or 42000: write numbers as 1012',
        '“7,000” can be 7 or 7000: write numbers as 1012',
      ],
    ],
    [
      ['1.012', '4,5'],
      [INTEGER, INTEGER],
    ],
    [
      ['1,012', '1012'],
      ['“1,012” is written differently from others of its column: write numbers as 1012', 1012],
    ],
    [
      ['1,012', '42,5'],
      ['“1,012” is written differently from others of its column: write numbers as 1012', INTEGER],
    ],
    [
      ['1,012', '1 012'],
      [
        '“1,012” is written differently from others of its column: write numbers as 1012',
        '“1 012” is written differently from others of its column: write numbers as 1012',
      ],
    ],
    [['1e+05', '1.2k', '1,00,000', '١٢', '0,500', true], Array(6).fill(INTEGER)],
    [['-1', -1], Array(2).fill('must be at least 0')],
  ])('%j are not all read', (cells, results) => {
    expect(valuesOf(countReader, cells)).toEqual(results)
  })
})

describe('listReader()', () => {
  it.each<[string, string[]]>([
    ['["A","B C","d\\"\\u00e9"]', ['A', 'B C', 'd"é']],
    ["['A', \"B's\", 'C\\'s', 'x\\xe9']", ['A', "B's", "C's", 'xé']],
    ['{A,"B C","d\\"e, f",NULL}', ['A', 'B C', 'd"e, f']],
    ['[A, B C, back\\slash]', ['A', 'B C', 'back\\slash']],
    ["['Sales, Marketing', 'a\"b', NULL, 'NULL']", ['Sales, Marketing', 'a"b', 'NULL']],
    ["{'A', 'B'}", ['A', 'B']],
    ['[]', []],
    ['{}', []],
    ['["A", null]', ['A']],
    ['["A", nil]', ['A']],
    ['[A]', ['A']],
    ['A; B|C;', ['A', 'B', 'C']],
    ['A\r\nB C', ['A', 'B C']],
    ['A • B', ['A', 'B']],
    ['#a #b', ['#a', '#b']],
    ['A (https://notes.example/A-1), B (https://notes.example/B)', ['A', 'B']],
    ['A', ['A']],
    ['[{"name":"A"},{"name":"B"}]', ['A', 'B']],
    ['A、B，C، D', ['A', 'B', 'C', 'D']],
  ])('%s is a list', (cell, list) => {
    expect(valuesOf(listReader, [cell])).toEqual([list])
  })

  it.each([
    "['A' 'B']",
    '[A',
    '["A","B"',
    '["A",]',
    '[[A]]',
    '{"a": "b"}',
    '[{"id":"A"}]',
    '["A];B',
  ])('%s is no list', (cell) => {
    const [read] = valuesOf(listReader, [cell, 'X;Y'])
    if (/^[[{].*[\]}]$/.test(cell)) expect(read).toMatch('must be a list of texts')
    else expect(read).toEqual(cell.split(';'))
  })

  it('lists of GraphQL are those of their names, without redacted ones', () => {
    const node = (name: string) => ({ node: { name } })
    const cells = [{ edges: [node('A'), node('B')] }, { nodes: [{ name: 'C' }] }, { edges: [] }]
    expect(valuesOf(listReader, cells)).toEqual([['A', 'B'], ['C'], []])
    expect(valuesOf(listReader, [[{ name: '[REDACTED]' }]])).toEqual([null])
  })

  it('commas separate where no cell of the column has another separator', () => {
    expect(valuesOf(listReader, ['A, B', 'C'])).toEqual([['A', 'B'], ['C']])
    expect(valuesOf(listReader, ['A, B', 'C;D'])).toEqual([['A, B'], ['C', 'D']])
    expect(valuesOf(listReader, ['A, B', 'C/D'], { separator: '/' })).toEqual([
      ['A, B'],
      ['C', 'D'],
    ])
  })

  it('items in brackets that blanks may separate are in doubt, unless a cell has commas', () => {
    expect(valuesOf(listReader, ['[A B]', '[]'])).toEqual([
      expect.stringContaining('“[A B]” can be one or several'),
      [],
    ])
    expect(valuesOf(listReader, ['[A B]', '[C, D]'])).toEqual([['A B'], ['C', 'D']])
  })

  it.each(['c("A", "B")', '"A, B", C', '[A, B', 'A (x, y)'])('%s is not cut by commas', (cell) => {
    expect(valuesOf(listReader, [cell])).toEqual([expect.stringContaining('are cut by commas')])
  })
})

describe('instantReader()', () => {
  const read = (...cells: unknown[]) =>
    valuesOf(instantReader, cells).map((value) =>
      typeof value === 'number' ? new Date(value).toISOString().replace(':00.000Z', 'Z') : value,
    )

  it.each([
    ['2026-11-20', '2026-11-20T05:00Z'],
    ['2026/11/20', '2026-11-20T05:00Z'],
    ['2026/1/5', '2026-01-05T05:00Z'],
    ['2026. 11. 20.', '2026-11-20T05:00Z'],
    ['2026-11-20T09:30', '2026-11-20T14:30Z'],
    ['2026-11-20 09:30:00', '2026-11-20T14:30Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30Z'],
    ['2026-11-20 09:30:00+00:00', '2026-11-20T09:30Z'],
    ['2026-11-20 09:30:00-05', '2026-11-20T14:30Z'],
    ['2026-11-20 09:30:00+0545', '2026-11-20T03:45Z'],
    ['2026-11-20 09:30:00 +0000', '2026-11-20T09:30Z'],
    ['2026-11-20 09:30:00 UTC', '2026-11-20T09:30Z'],
    ['2026-11-20 09:30:00 +0000 UTC', '2026-11-20T09:30Z'],
    ['2026-11-20 09:30:00.123456789Z', '2026-11-20T09:30:00.123Z'],
    ['2026/11/20 3:30:00 PM GMT+1', '2026-11-20T14:30Z'],
    ['2026/11/20 12:30 a.m.', '2026-11-20T05:30Z'],
    ['November 20, 2026', '2026-11-20T05:00Z'],
    ['Nov 20, 2026 3:30 PM', '2026-11-20T20:30Z'],
    ['20 Nov 2026', '2026-11-20T05:00Z'],
    ['20-Nov-2026', '2026-11-20T05:00Z'],
    ['Fri, 20 Nov 2026 09:30:00 GMT', '2026-11-20T09:30Z'],
    ['Fri Nov 20 2026 09:30:00 GMT+0100 (Central European Standard Time)', '2026-11-20T08:30Z'],
    ['2026-11-20 10:30:00 +0100 CET', '2026-11-20T09:30Z'],
    ['2026-11-20T10:30+01:00[Europe/Berlin]', '2026-11-20T09:30Z'],
    ['Nov  9 2026  3:30PM', '2026-11-09T20:30Z'],
    ['Fri Nov 20 09:30:00 2026', '2026-11-20T14:30Z'],
    ['Mon Nov  9 09:30:00 UTC 2026', '2026-11-09T09:30Z'],
    ['Fri Nov 20 10:30:00 2026 +0100', '2026-11-20T09:30Z'],
    ['Fri Nov 20 10:30:00 +0100 2026', '2026-11-20T09:30Z'],
    ['20261120', '2026-11-20T05:00Z'],
    [1_795_167_000, '2026-11-20T09:30Z'],
    ['1795167000000', '2026-11-20T09:30Z'],
    ['1795167000.123456', '2026-11-20T09:30:00.123Z'],
    ['1795167000123456789', '2026-11-20T09:30:00.123Z'],
  ])('%s is %s', (cell, instant) => {
    expect(read(cell)).toEqual([instant])
  })

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T24:00Z',
    '2026-11-20T10:60Z',
    '2026-11-20 13:00 PM',
    '0000-00-00',
    '27/11/26',
    '20261320',
    '20 Foo 2026',
    '20 marras 2026',
    '46346.5',
    '1405/08/29',
    '20/11/2569',
    '0001-01-01T00:00:00',
    '32/13/2026',
    'infinity',
  ])('%s is no time', (cell) => {
    const issue = /^must be a (time|date)|can be read day first/
    expect(read(cell)).toEqual([expect.stringMatching(issue)])
  })

  const notesOf = (...cells: string[]) => {
    const notes = new Set<string>()
    const reader = instantReader({ ...OPTIONS, notes, nothing: 0 })
    for (const cell of cells) reader(cell, expect.unreachable, false)
    return [...notes]
  }

  it('days beside instants are said, as d3 writes an instant at midnight as a day', () => {
    expect(notesOf('2026-11-20', '2026-11-19T15:30Z')).toEqual([
      'has days beside times, which were read in here',
    ])
    expect(notesOf('2026-11-20', '2026-11-19')).toEqual([])
  })

  it('many times without one of the afternoon may have lost AM and PM', () => {
    const mornings = Array.from({ length: 20 }, (_, at) => `2026-11-20 ${(at % 12) + 1}:30`)
    const lost = 'has no time after 12:59: AM and PM may be lost'
    expect(notesOf(...mornings)).toContain(lost)
    for (const other of ['0:30', '15:30', '3:30 PM']) {
      expect(notesOf(...mornings, `2026-11-20 ${other}`)).not.toContain(lost)
    }
    expect(notesOf(...mornings.map((time) => `${time}Z`))).not.toContain(lost)
  })

  it('the order of day and month is read from the column', () => {
    expect(read('03/11/2026', '27/11/2026 10:00Z')).toEqual([
      '2026-11-03T05:00Z',
      '2026-11-27T10:00Z',
    ])
    expect(read('03/11/2026', '11/27/2026')).toEqual(['2026-03-11T05:00Z', '2026-11-27T05:00Z'])
    expect(read('03.11.2026', '27.11.2026')).toEqual(['2026-11-03T05:00Z', '2026-11-27T05:00Z'])
  })

  it.each([
    [['03/11/2026', '04/11/2026']],
    [['27/11/2026', '11/27/2026']],
    [['03/11/2026', '27.11.2026']],
  ])('%j leave it in doubt', (cells) => {
    expect(read(...cells)[0]).toBe(
      `“${cells[0]}” can be read day first or month first: write dates as 2026-01-31`,
    )
  })
})

describe('a column', () => {
  it.each(['NULL', '\\N', 'NA', 'None', 'nan', '<nil>', '(NULL)', '#N/A', '#BEZUG!', ''])(
    '%j has no value',
    (cell) => {
      expect(valuesOf((column) => columnReader(textReader, column, false), [cell])).toEqual([null])
      expect(valuesOf((column) => columnReader(textReader, column, true), [cell])).toEqual([
        expect.stringContaining('is required'),
      ])
    },
  )

  it('ids are texts that no spreadsheet has rounded, and flags have words', () => {
    expect(
      valuesOf(idReader, ['007', 7, '1.23457E+11', '1,2E+11', '9007199254740992.0', true]),
    ).toEqual([
      '007',
      '7',
      'must not be rounded, as “1.23457E+11” is: format the column as text',
      'must not be rounded, as “1,2E+11” is: format the column as text',
      'must not be rounded, as “9007199254740992.0” is: format the column as text',
      'must be a string or a number',
    ])
    expect(valuesOf(flagReader, ['TRUE', 'f', false, '1', 0, 'checked', 'perhaps'])).toEqual([
      ...[true, false, false, true, false, true],
      'must be true or false',
    ])
  })
})
