import { describe, expect, it } from 'vitest'
import type { SheetFormat } from '../../../src/core/rows/columns.ts'
import { openSheet } from '../../../src/core/rows/sheet.ts'

const FORMAT: SheetFormat = {
  fields: [{ name: 'a', words: ['alpha', 'first'] }, { name: 'b' }, { name: 'c' }],
  columns: new Map(),
  required: [['a']],
  line: (pairs) => pairs.join(' '),
  wrapper: 'members',
}

/** The rows of a text, with the cells of its known columns that are not blank. */
async function rowsOf(text: string, format: SheetFormat = FORMAT) {
  const { places, header, rows } = openSheet(text, format)
  const read = []
  for await (const batch of rows()) {
    for (const { cells, value, ...row } of batch) {
      const known = [...places].map(([field, at]) => [field, cells[at]])
      const filled = known.filter(([, cell]) => cell !== '' && cell !== undefined)
      const record = Object.fromEntries(filled)
      read.push(row.issue === undefined ? { ...row, record, header } : row)
    }
  }
  return read
}

async function recordsOf(text: string) {
  return (await rowsOf(text)).map((row) => ('record' in row ? row.record : row.issue))
}

const table = (...rows: string[]) => rows.join('\n')

describe('openSheet() of CSV', () => {
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
    ['a quoted line break', 'a,b\r\n"1\r\n1",2', '1\r\n1'],
    ['a quote inside a cell', 'a,b\n5" screen,2', '5" screen'],
    ['a long number', 'a\n12345678901234567890', '12345678901234567890'],
    ['leading zeros', 'a\n007', '007'],
    ['a formula', "a\n'=1+1", '=1+1'],
    ['a formula with a quote', "a\n''=1", "'=1"],
    ['formulas in full width, after delimiters', 'a\n"x;\'＝1\t\'@a"', 'x;＝1\t@a'],
    ['a quote before other text', "a\n'90s", "'90s"],
    ['a text that looks like a formula', 'a,b\n="007",2', '007'],
  ])('%s is read as it was meant', async (_name, text, cell) => {
    expect(await recordsOf(text)).toMatchObject([{ a: cell }])
  })

  it('a record is numbered by the line on which it begins', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = table('', 'a,b', '"1', '1",2', '', ',', '3,4', '5').replaceAll('\n', end)
      expect(await rowsOf(text)).toMatchObject([
        { row: 3, record: { a: end === '\r' ? '1\n1' : `1${end}1`, b: '2' } },
        { row: 7, record: { a: '3', b: '4' } },
        { row: 8, issue: 'must have 2 cells like the header row, but has 1' },
      ])
    }
  })

  it.each([
    [
      'no column that is read',
      'some words\nand more',
      'row 1: must have the columns a. Found: some words. None is recognised',
    ],
    [
      'a missing column',
      '\nb,c\n1,2',
      'row 2: must have the columns a. Found: b, c. Recognised: b as b, c as c. Name the columns: b,b c,c a,…',
    ],
    ['a repeated column', 'a,b,b,c,c\n1,2,3,4,5', 'row 1: repeats the column b'],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'row 2: is not valid CSV'],
    ['a quote after a backslash', 'a,b\n"c:\\",2\n"3 \\"4\\"",5\n', 'row 3: has a quote after a b'],
    ['a Markdown table', '| a | b |\n| --- |:-:|\n| 1 | 2 |\n', 'is a Markdown table: save'],
    ['text after a quote', 'a,b\n1,2\n"3"4,5\n', 'row 3: is not valid CSV'],
    ['a quote that is not doubled', 'a,b\n1,2\n"3"4",5\n', 'row 3: is not valid CSV'],
  ])('%s is an error that says so', async (_name, text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message)
  })

  it('other columns are an error where a format is strict', async () => {
    await expect(rowsOf('a,x,,y\n', { ...FORMAT, isStrict: true })).rejects.toThrow(
      'row 1: has unknown columns: x, y. Recognised: a as a.',
    )
  })

  it.each([
    ['the name of a field before its other names', 'First,a,b\n2,1,', { a: '1' }],
    ['other names, in any spelling', 'FIRST,B\n1,2', { a: '1', b: '2' }],
    ['a data row of known words below the header row', 'Alpha,b\nfirst,c', { a: 'first', b: 'c' }],
  ])('%s is a column', async (_name, text, record) => {
    expect(await recordsOf(text)).toEqual([record])
  })

  it('columns that the user names are read, one of them for two fields', async () => {
    const columns = new Map(Object.entries({ a: 'x', b: 'x' }))
    const [row] = await rowsOf('a,x,First\n1,2,3', { ...FORMAT, columns })
    expect(row).toMatchObject({ record: { a: '2', b: '2' } })
    const absent = rowsOf('a,b\n1,2', { ...FORMAT, columns: new Map([['c', 'y']]) })
    await expect(absent).rejects.toThrow(
      'row 1: must have the columns y, which you name. Found: a, b.',
    )
  })

  it('long names of columns are shortened, and many left out', async () => {
    const header = Array.from({ length: 500 }, (_, at) => `${at}${'x'.repeat(900)}`).join(',')
    const error = await rowsOf(header).catch((error: Error) => error.message)
    expect(String(error).length).toBeLessThan(2_000)
  })

  it('a column in another spelling of a field is meant before its other names', async () => {
    const fields = [{ name: 'launchedAt', words: ['createdat'] }]
    const format = { ...FORMAT, fields, required: [['launchedAt']] }
    expect(await rowsOf('created_at,launched_at\n1,2', format)).toMatchObject([
      { record: { launchedAt: '2' } },
    ])
  })

  it('backslashes escape where a cell is \\N, and said', async () => {
    const text = 'a,b\n"x\\\ny\\\\z",1\nw,\\N'
    expect(await recordsOf(text)).toEqual([
      { a: 'x\ny\\z', b: '1' },
      { a: 'w', b: '\\N' },
    ])
    expect(openSheet(text, FORMAT).notes).toEqual([
      'Backslashes were read as escapes, such as \\n for a line end.',
    ])
    expect(await recordsOf('a,b\nC:\\new,\\N')).toEqual([{ a: 'C:\\new', b: '\\N' }])
    expect(await recordsOf('a\tb\nC:\\new\\Users\t1')).toEqual([{ a: 'C:\\new\\Users', b: '1' }])
  })

  it('tabs and line ends that are written in letters are read where nothing is quoted', async () => {
    expect(await recordsOf('a\tb\nx\\ny\t\\N')).toEqual([{ a: 'x\ny', b: '\\N' }])
    expect(await recordsOf('a\tb\n"x\\ny"\t1')).toEqual([{ a: 'x\\ny', b: '1' }])
  })
})

describe('openSheet() of JSON', () => {
  it('the records of a wrapper have its keys', async () => {
    const text = '{ "members": { "b": {"a": 1}, "x": 2 } }'
    expect(await rowsOf(text)).toEqual([
      { row: 1, key: 'b', record: { a: 1 }, header: ['a'] },
      { row: 2, key: 'x', issue: 'must be an object' },
    ])
  })

  const A = [{ a: 1 }, { a: 2 }]
  it.each([
    ['an array in a wrapper', '{"members": [{"a":1}, {"a":2}]}', A],
    ['an emoji', '[{"a":"a😀b"}]', [{ a: 'a😀b' }]],
    ['blanks around it', ' \n[ {"a":1},{"a":2} ]\n ', A],
    ['an empty array', '[]', []],
    ['CR as line ends', '[\r{"a":1},\r{"a":2}\r]\r', A],
    ['lines of objects', '\n{"a":1}\n\n {"a":2} \n', A],
    ['lines that end in CR, and the last in nothing', '{"a":1}\r{"a":2}', A],
    ['lines with a line separator', '{"a":"x\u2028y"}\n{"a":2}', [{ a: 'x\u2028y' }, { a: 2 }]],
    ['objects one after the other', '{\n "a": 1\n}\n{\n "a": 2\n}\n', A],
    ['a list at one place', '{"data":{"page":1,"posts":{"nodes":[{"a":1},{"a":2}]}}}', A],
    ['edges', '{"edges":[{"node":{"a":1}},{"node":{"a":2}}]}', A],
    [
      'columns of lists',
      '{"a":[1,2],"b":[null,null]}',
      [
        { a: 1, b: null },
        { a: 2, b: null },
      ],
    ],
    ['a table', '{"columns":["a"],"index":[0,1],"data":[[1],[2]]}', A],
    ['records by their index', '{"0":{"a":1,"b":3},"1":{"a":2}}', [{ a: 1, b: 3 }, { a: 2 }]],
    ['one record', '{"a":1,"b":2}', [{ a: 1, b: 2 }]],
    ['natural names', '[{"First":1,"B":2}]', [{ a: 1, b: 2 }]],
    ['long integers', '[{"a":12345678901234567890}]', [{ a: '12345678901234567890' }]],
    ['a rounded integer', '[{"a":1.2345678901234568e+16}]', [{ a: '1.2345678901234568e+16' }]],
    ['COPY with quotes', '{"a":"\\\\"x\\\\""}\n{"a":"y\\\\nz"}', [{ a: '"x"' }, { a: 'y\nz' }]],
    ['a path', '[\n  {"a":"C:\\\\new"}\n]', [{ a: 'C:\\new' }]],
    ['COPY of a list', '[{"a":1}, \\n {"a":2}]', A],
    ['a text that ends in a backslash', '[{"a":"x\\\\"}]', [{ a: 'x\\' }]],
    ['lists of cells below their columns', '{"values":[["a","b"],[1],[2]]}', A],
    ['lines of cells below their columns', '["a"]\n[1]\n[2]', A],
    [
      'records within others',
      '{"features":[{"b":3,"properties":{"a":1,"c":4}},{"properties":{"a":2}}]}',
      [{ a: 1, b: 3, c: 4 }, { a: 2 }],
    ],
    ['records with others within', '[{"a":1,"x":{"a":2,"b":3,"c":4}}]', [{ a: 1 }]],
    [
      'typed values',
      '[{"a":{"$oid":"1"}},{"a":{"$date":{"$numberLong":"2"}}}]',
      [{ a: '1' }, { a: '2' }],
    ],
    ['no number', '[{"a":"NaN","b":NaN}]', [{ a: 'NaN', b: null }]],
    ['objects without a line end between them', '{\n "a": 1\n}{\n "a": 2\n}', A],
  ])('reads %s', async (_name, text, records) => {
    expect(await recordsOf(text)).toEqual(records)
  })

  it('lines are numbered, and one that is not JSON has an issue', async () => {
    const text = '{"a":1}\r\n\r\n{"a"\r\n5'
    expect(await rowsOf(text)).toMatchObject([
      { row: 1, record: { a: 1 } },
      { row: 3, issue: 'is not valid JSON' },
      { row: 4, issue: 'must be an object' },
    ])
  })

  it.each([
    ['a record that is not JSON', '[{"a":1},\n{"a" 1}]', 'row 2: is not valid JSON'],
    ['a broken first line', '{"a" 1}\n{"a":2}', 'row 1: is not valid JSON'],
    ['no records', '{\n"users":\n5}', 'must be JSON with a list of records, in an array or one'],
    ['records at two places', '{"x":[{"a":1}],"y":{"z":[{"a":1}]}}', 'has records at x, y.z'],
    [
      'a record with others inside',
      '{"a":1,"b":2,"x":[{"a":1,"b":2}]}',
      'has records at the text itself, x: leave those of one place',
    ],
    ['a trailing comma', '["a,]",\n1,\n]', 'row 2: has a comma behind the last item'],
    ['a control character in a string', '["a\u0001"]', 'row 1: is not valid JSON'],
    ['a number with a leading zero', '[{"a":01}]', 'row 1: is not valid JSON'],
    ['text after the array', '[1] 2', 'row 1: is not valid JSON'],
    ['a second object', '{"members": {}} {}', 'is not valid JSON'],
    ['another field', '{"members": {}, "a": 1}', 'must have no field other than members'],
    ['an unfinished record', '[{"a":1},{"a":', 'is incomplete: the JSON ends too early'],
    [
      'a list that is cut and closed',
      '[{"a":1},{"a":"x"]\n',
      'is incomplete: the JSON ends too early',
    ],
    ['an unfinished text', '[{"a":"1', 'is incomplete: the JSON ends too early'],
    ['an unfinished wrapper', '{"members": {"a": 1}', 'is incomplete: the JSON ends too early'],
    ['a missing column', '[{"b":1}]', 'must have the columns a. Found: b.'],
  ])('rejects %s', async (_name, text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message)
  })

  const names = Array.from({ length: 999 }, (_, at) => `x${at}`)
  const record = (value: unknown) =>
    JSON.stringify(Object.fromEntries(['a', 'b', ...names].map((name) => [name, value])))
  it.each([
    ['CSV', ['a', 'b', ...names].join()],
    ['CSV that names its fields last', [...names, 'b', 'a'].join()],
    ['a list', `[${record(1)}]`],
    ['records that differ', `[{"a":1},${['b', ...names].map((name) => `{"${name}":1}`)}]`],
    ['a table', JSON.stringify({ columns: ['a', 'b', ...names], data: [[1]] })],
    ['columns of lists', record([1])],
    ['one record', record(1)],
  ])('rejects more than a thousand columns in %s', async (_name, text) => {
    await expect(rowsOf(text)).rejects.toThrow(
      'has more than 1,000 columns: leave out those that are not read',
    )
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
