import { describe, expect, it } from 'vitest'
import { csvRecords } from '../../../src/core/rows/csv-records.ts'

async function recordsOf(text: string, pieceLength = text.length || 1) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
  }
  const records = []
  for await (const block of csvRecords(pieces())) records.push(...block)
  return records
}

describe('csvRecords()', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, where commas stand in numbers',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a quoted delimiter',
      'a,b\n"1,1",2',
      [
        ['a', 'b'],
        ['1,1', '2'],
      ],
    ],
    ['a quoted quote', 'a\n"say ""hi"""', [['a'], ['say "hi"']]],
    [
      'a quoted line break',
      'a,b\n"1\n1",2',
      [
        ['a', 'b'],
        ['1\n1', '2'],
      ],
    ],
    [
      'a quote that begins no cell',
      'a,b\n5",2',
      [
        ['a', 'b'],
        ['5"', '2'],
      ],
    ],
    [
      'a quoted cell after a blank',
      'a,b\n1, "2"',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['blank lines', 'a\n\n\n1\n', [['a'], ['1']]],
    ['no text', '', []],
  ])('%s', async (_name, text, cells) => {
    expect((await recordsOf(text)).map((record) => record.cells)).toEqual(cells)
  })

  it('a record is numbered by the line on which it begins', async () => {
    const records = await recordsOf('a,b\n"1\n1",2\n\n3,4')
    expect(records.map(({ row }) => row)).toEqual([1, 2, 5])
  })

  it.each([1, 2, 3, 7])('pieces of %i characters give the same records', async (length) => {
    const text = 'a;b\r\n"1\r\n""1""";2\r\n\r\n3;"4;4"\r\n'
    expect(await recordsOf(text, length)).toEqual(await recordsOf(text))
  })

  it('a quote that is never closed ends in an error with its row', async () => {
    await expect(recordsOf(`a\n1\n"${'x'.repeat(1_100_000)}`, 100_000)).rejects.toThrow('row 3')
  })
})
