import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestsOf } from '../request-of.ts'

const QUESTIONS = [
  'top 5 products',
  "what's trending today?",
  'best launches last week',
  'top 3 on Wednesday',
  'top 5 in October',
  'top 3 today in London',
  'find me a tool for invoices',
  'any good note taking apps?',
  'how do I launch on Product Hunt?',
  "what's the weather in Paris today?",
  'top 3 today and top 3 yesterday',
]
const before = fc.constantFrom('', 'hey, ', 'hello ', 'Hi there, ', 'pls ', 'ok so ', 'um ', 'yo ')
const after = fc.constantFrom(
  '',
  ' please',
  ' plz',
  ' thanks',
  ' cheers',
  '!!',
  ' asap',
  ' 🙏',
  ' :)',
)
const shape = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replace(/[?'!]/g, ''),
  (text) => text.replace(/ /g, '  '),
)

describe('courtesy phrases', () => {
  it('do not change the parsed request', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(
        fc.constantFrom(...QUESTIONS),
        before,
        after,
        shape,
        (question, pre, post, to) => {
          const polite = to(pre + question.replace(/\?$/, '') + post)
          expect(requestsOf(polite), polite).toEqual(requestsOf(question))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('on their own are small talk', () => {
    for (const text of ['hi', 'thanks!', 'ok cool, thank you so much', 'bye', 'see you tomorrow']) {
      expect(requestsOf(text)).toMatchObject([{ kind: 'talk' }])
    }
  })
})
