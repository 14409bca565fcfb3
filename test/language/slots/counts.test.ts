import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf } from '../request-of.ts'

const countIn = (text: string) => requestOf(text).count

describe('the requested count', () => {
  it.each([
    ['top 5', 5],
    ['top5 products', 5],
    ['TOP-10', 10],
    ['the seven best launches', 7],
    ['a dozen top products', 12],
    ['half a dozen of the best', 6],
    ['give me a couple of top launches', 2],
    ['top twenty five products', 25],
    ['top 1,000 products', 1000],
    ['top -5', -5],
    ['top 5 week before last', 5],
    ['20 pieces from 8 november', 20],
    ['top tow truck apps', undefined],
    ['top 2.9 products', 2.9],
    ['find a pair programming tool', undefined],
    ['a couple therapy app', undefined],
    ['top couple this week', 2],
    ['best rated 5', 5],
    ['top products, limit=8', 8],
    ['show me exactly 4 products', 4],
    ["this year's launches; stop after number nine", 9],
    ['best of today, me and my 3 cofounders get one each so 4', 4],
    ['top launches of december, 5 lines max', 5],
    ['best of september, 4', 4],
    ['the leaders of march, five', 5],
    ["two lists: october's top 5", 5],
    ['find crm apps, three is enough', 3],
    ['lead scoring apps, 2 at most', 2],
    ['need tax calculators, couple of em like 3', 3],
  ])('is found in "%s"', (text, count) => {
    expect(countIn(text)).toBe(count)
  })

  it.each([
    ['top products of the last 10 days'],
    ['best launches of week 46'],
    ['top products on november 5'],
    ['best launches of 2025'],
    ['top launches 11/03'],
    ['products on the 3rd'],
  ])('is absent from "%s"', (text) => {
    expect(countIn(text)).toBeUndefined()
  })

  it('is one when a single product is requested', () => {
    expect(countIn('what was #1 yesterday')).toBe(1)
    expect(countIn('who won last week?')).toBe(1)
    expect(countIn('the best thing launched today')).toBe(1)
  })

  it('is the number that is not part of a date', () => {
    expect(requestOf('top 3 november 5')).toMatchObject({ count: 3, timeframe: '2026-11-05' })
    expect(requestOf('top 10 of 10/10')).toMatchObject({ count: 10, timeframe: '2026-10-10' })
    expect(requestOf('7 best of the last 7 days')).toMatchObject({ count: 7 })
    expect(requestOf('top 20 of 2020')).toMatchObject({ count: 20, timeframe: '2020' })
  })

  it('is passed on unchanged, and the tool clamps it', async () => {
    const { calls, text } = await ask('top 500 products')
    expect(calls).toMatchObject([{ toolName: 'getTopProducts', input: { limit: 10 } }])
    expect(text).toContain('That is all there is: 8, not 500.')
  })
})
