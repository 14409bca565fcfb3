import { describe, expect, it } from 'vitest'
import { chunks } from '../../src/storage/statements.ts'

const rows = (count: number, width: number) =>
  Array.from({ length: count }, () =>
    Object.fromEntries(Array.from({ length: width }, (_, at) => [`column${at}`, at])),
  )

describe('chunks()', () => {
  it.each([
    [250, 1, [100, 100, 50]],
    [5, 40, [2, 2, 1]],
    [10, 10, [10]],
    [2, 100, [1, 1]],
    [0, 5, []],
  ])('%i rows of %i columns keep to a hundred values a statement', (count, width, sizes) => {
    const given = rows(count, width)
    expect(chunks(given).map(({ length }) => length)).toEqual(sizes)
    expect(chunks(given).flat()).toEqual(given)
  })
})
