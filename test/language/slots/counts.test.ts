import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf } from '../request-of.ts'

const countIn = (text: string) => requestOf(text).count

describe('the requested count', () => {
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
