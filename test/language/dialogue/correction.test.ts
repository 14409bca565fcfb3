import { describe, expect, it } from 'vitest'
import { findCorrection } from '../../../src/language/dialogue/correction.ts'
import { requestOf, requestsOf } from '../request-of.ts'

describe('a message that corrects itself', () => {
  it.each([
    ['find tax lawyers, sorry, patent lawyers', 'patent lawyers'],
    ['vacuum robots, I mean mop robots', 'mop robots'],
    ['find me a treadmill. scratch that, an exercise bike', 'exercise bike'],
    ['redirect checkers; correction: canonical tag checkers', 'canonical tag checkers'],
    ['wedding planners - my mistake, funeral planners', 'funeral planners'],
    ['any telescopes? Microscopes, I mean', 'microscopes'],
    ['any shin pads, nope, elbow pads', 'elbow pads'],
  ])('searches only for what is meant: %s', (message, words) => {
    expect(requestOf(message)).toMatchObject({ kind: 'search', words })
  })

  it('keeps what the correction leaves as it was', () => {
    expect(requestOf('top 4 of november 3, i mean november 13')).toMatchObject({
      kind: 'ranking',
      count: 4,
      timeframe: '2026-11-13',
    })
  })

  it.each([
    'find a crm, sorry for the trouble',
    'find a crm, sorry, I am in a hurry',
    'is there a tool for this? no idea what to call it',
    'i mean it, find a crm',
    'find a crm, no, really',
    'sorry, top 5 today',
  ])('is not one with an apology or an explanation: %s', (message) => {
    expect(findCorrection(message)).toBeUndefined()
    expect(requestsOf(message)).toHaveLength(1)
  })

  it('keeps a search before a remark', () => {
    expect(requestOf('find a crm, sorry, I am in a hurry')).toMatchObject({ words: 'crm' })
  })

  it.each([', no', 'i mean ', ' , ', 'a. ', 'um, ', "b' "])('is found in time: %j', (text) => {
    const message = text.repeat(Math.floor(1000 / text.length))
    const start = performance.now()
    findCorrection(message)
    expect(performance.now() - start).toBeLessThan(50)
  })
})
