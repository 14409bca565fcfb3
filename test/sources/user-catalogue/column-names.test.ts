import { describe, expect, it } from 'vitest'
import { ColumnNames } from '../../../src/sources/user-catalogue/launch-fields.ts'

describe('ColumnNames', () => {
  it.each([
    ['name=Title', { name: 'Title' }],
    [' name = Title , votesCount=Up votes', { name: 'Title', votesCount: 'Up votes' }],
    ['url=a=b', { url: 'a=b' }],
    ['id=URL,url=URL', { id: 'URL', url: 'URL' }],
  ])('%j names columns', (text, columns) => {
    expect(ColumnNames.parse(text)).toEqual(new Map(Object.entries(columns)))
  })

  it.each([
    ['', 1],
    ['title=Title', 1],
    ['name', 1],
    ['name=', 1],
    ['name=A,name=B', 1],
    ['title=A,name=,id=B', 2],
    ['__proto__=A', 1],
  ])('%j has as many issues as wrong entries: %i', (text, count) => {
    expect(ColumnNames.safeParse(text).error?.issues).toHaveLength(count)
  })
})
