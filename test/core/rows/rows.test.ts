import { describe, expect, it } from 'vitest'
import { readRows } from '../../../src/core/rows/rows.ts'

const FORMAT = {
  csv: { columns: ['a', 'b', 'c'], required: ['a'], toRecord: (record: object) => ({ record }) },
  wrapper: 'members',
}

async function rowsOf(text: string, format: Format = FORMAT) {
  const rows = []
  for await (const some of readRows(text, format)) rows.push(...some)
  return rows
}

type Format = Parameters<typeof readRows>[1]

async function recordsOf(text: string) {
  return (await rowsOf(text)).map(({ record }) => record)
}

const table = (...rows: string[]) => rows.join('\n')

describe('readRows() of CSV', () => {
  const ROWS = [{ a: '1', b: '2' }, { a: '3' }]
  /** Ten columns, so that the header row is longer than what a format is recognised by. */
  const long = 'x'.repeat(300)

  it.each([
    ['commas', 'a,b\n1,2\n3,\n'],
    ['semicolons', 'a;b\n1;2\n3;\n'],
    ['tabs', 'a\tb\n1\t2\n3\t\n'],
    ['bars', 'a|b\n1|2\n3|\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,\r\n'],
    ['CR', 'a,b\r1,2\r3,\r'],
    ['CR, CRLF and LF in turn', 'a,b\r1,2\r\n3,\n'],
    ['CR CR LF', 'a,b\r\r\n1,2\r\r\n3,\r\r\n'],
    ['no last line end', 'a,b\n1,2\n3,'],
    ['a quote before the end', 'a,b\n1,2\n3,""'],
    ['a quote and a blank before the end', 'a,b\n1,2\n3,"" '],
    ['blank lines', '\n \na,b\n\n1,2\n\t\n3,\n\n \n\n'],
    ['rows of delimiters', ',,\n,\na,b\n,\n1,2\n , \n"",""\n3,\n,,,\n'],
    ['byte order marks', '\ufeffa,b\n1,2\n\ufeff3,'],
    ['commas in a header cell', 'a;b;"n, o, p, q, r";s, t, u\n1;2;;\n3;;;'],
    ['semicolons in a header cell', 'a,b,n;o;p;q;r\n1,2,\n3,,'],
    ['decimal commas', 'd;a;b\n1,5;1;2\n2,5;3;'],
    ['a title', 'Launches of May\n\na,b\n1,2\n3,'],
    ["Excel's mark of a delimiter", 'sep=;\na;b\n1;2\n3;'],
    ['a column more, without a name', 'a,b,\n1,2,\n3,,\n'],
    ['an index without a name', ',a,b\n0,1,2\n1,3,'],
    ['repeated columns that are not read', 'note,a,b,note,,\nx,1,2,y,,\n,3,,,,'],
    ['cells beyond the header row that are blank', 'a,b\n1,2,,\n3,,'],
    ['blanks around cells', ' a , b \n 1 ,  2\n3 ,  '],
    ['a quoted cell after a blank', 'a,b\n1, "2"\n3,'],
    ['a header row in quotes', '"a","b"\n"1","2"\n"3",""'],
    ['a long header row', `${long},a,b,${long}\n,1,2,\n,3,,`],
  ])('%s: the same records', async (_name, text) => {
    expect(await recordsOf(text)).toEqual(ROWS)
  })

  it.each([
    ['a quoted delimiter', 'a,b\n"1,1",2', '1,1'],
    ['a quoted quote', 'a\n"say ""hi"""', 'say "hi"'],
    ['a quoted line break', 'a,b\r\n"1\r\n1",2', '1\n1'],
    ['a quote inside a cell', 'a,b\n5" screen,2', '5" screen'],
    ['a long number', 'a\n12345678901234567890', '12345678901234567890'],
    ['leading zeros', 'a\n007', '007'],
    ['a formula', "a\n'=1+1", '=1+1'],
    ['a formula with a quote', "a\n''=1", "'=1"],
    ['formulas in full width, after delimiters', 'a\n"x;\'＝1\t\'@a"', 'x;＝1\t@a'],
    ['a quote before other text', "a\n'90s", "'90s"],
  ])('%s is read as it was meant', async (_name, text, cell) => {
    expect(await recordsOf(text)).toMatchObject([{ a: cell }])
  })

  it('a record is numbered by the line on which it begins', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = table('', 'a,b', '"1', '1",2', '', ',', '3,4', '5').replaceAll('\n', end)
      expect(await rowsOf(text)).toMatchObject([
        { row: 3, record: { a: '1\n1', b: '2' } },
        { row: 7, record: { a: '3', b: '4' } },
        { row: 8, issue: 'must have 2 cells like the header row, but has 1' },
      ])
    }
  })

  it.each([
    ['no column that is read', 'some words\nand more', 'row 1: must have the columns a'],
    ['a missing column', '\nb,c\n1,2', 'row 2: must have the columns a'],
    ['a repeated column', 'a,b,b,c,c\n1,2,3,4,5', 'row 1: repeats the columns b, c'],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'row 2: is not valid CSV'],
    ['text after a quote', 'a,b\n1,2\n"3"4,5\n', 'row 3: is not valid CSV'],
    ['a quote that is not doubled', 'a,b\n1,2\n"3"4",5\n', 'row 3: is not valid CSV'],
  ])('%s is an error that says so', async (_name, text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message)
  })

  it('other columns are an error where a format is strict', async () => {
    const strict = { csv: { ...FORMAT.csv, others: 'name them' } }
    await expect(rowsOf('a,x,,y\n', strict)).rejects.toThrow(
      'row 1: has unknown columns: x, y (name them)',
    )
  })
})

describe('readRows() of JSON', () => {
  it('the records of a wrapper have its keys', async () => {
    const text = '{ "members": { "b": {"x": 1}, "a": 2 } }'
    expect(await rowsOf(text)).toEqual([
      { row: 1, key: 'b', record: { x: 1 } },
      { row: 2, key: 'a', record: 2 },
    ])
  })

  it.each([
    ['an array in a wrapper', '{"members": [1, 2]}', [1, 2]],
    ['an emoji', '["a😀b"]', ['a😀b']],
    ['blanks around it', ' \n[ 1 ]\n ', [1]],
    ['an empty array', '[]', []],
    ['CR as line ends', '[\r1,\r2\r]\r', [1, 2]],
    ['lines of objects', '\n{"a":1}\n\n {"a":2} \n', [{ a: 1 }, { a: 2 }]],
    ['lines that end in CR, and the last in nothing', '{"a":1}\r{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['lines with a line separator', '{"a":"x\u2028y"}\n', [{ a: 'x\u2028y' }]],
    ['long integers', '[12345678901234567890, -9007199254740993]', BIG],
    ['long integers in lines', '{"a":12345678901234567890,"b":7}', [{ a: BIG[0], b: 7 }]],
    ['numbers that lose nothing', '[9007199254740992, 1e30, 0.1, -0]', [2 ** 53, 1e30, 0.1, -0]],
  ])('reads %s', async (_name, text, records) => {
    expect(await recordsOf(text)).toEqual(records)
  })

  it('lines are numbered, and one that is not JSON has an issue', async () => {
    const text = '{"a":1}\r\n\r\n{"a"\r\n5'
    expect(await rowsOf(text)).toEqual([
      { row: 1, record: { a: 1 } },
      { row: 3, issue: 'is not valid JSON' },
      { row: 4, record: 5 },
    ])
  })

  it('reads a field named __proto__ as a field like others', async () => {
    const [record] = await recordsOf('[{"__proto__": {"isAdmin": true}}]')
    expect(Object.keys(Object(record))).toEqual(['__proto__'])
    expect(record).not.toHaveProperty('isAdmin')
  })

  it.each([
    ['a record that is not JSON', '[{"a":1},\n{"a" 1}]', 'row 2: is not valid JSON'],
    ['one object over lines', '{\n"users":\n[]}', 'row 1: must be JSON, in an array or with one'],
    ['a trailing comma', '[1,]', 'is not valid JSON'],
    ['a control character in a string', '["a\u0001"]', 'row 1: is not valid JSON'],
    ['a number with a leading zero', '[{"a":01}]', 'row 1: is not valid JSON'],
    ['text after the array', '[1] 2', 'row 1: is not valid JSON'],
    ['a second object', '{"members": {}} {}', 'is not valid JSON'],
    ['another field', '{"members": {}, "a": 1}', 'must have no field other than members'],
    ['an unfinished record', '[{"a":1},{"a":', 'is incomplete: the JSON ends too early'],
    ['an unfinished text', '[{"a":"1', 'is incomplete: the JSON ends too early'],
    ['an unfinished wrapper', '{"members": {"a": 1}', 'is incomplete: the JSON ends too early'],
  ])('rejects %s', async (_name, text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message)
  })

  it.each(['', ' \r\n ', '\ufeff'])('%j is empty', async (text) => {
    await expect(rowsOf(text)).rejects.toThrow('must not be empty')
  })

  it('other work has its turn between a thousand rows', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    await rowsOf(`[${'1,'.repeat(9_999)}1]`)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })
})

const BIG = ['12345678901234567890', '-9007199254740993']
