import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escaped } from '../../../src/language/markdown.ts'
import type { Product } from '../../../src/ranking/product.ts'
import { ask, converse, products } from '../converse.ts'

const [larkspur] = products(1)
const product = (fields: Partial<Product>): Product => ({ ...larkspur!, ...fields })

describe('the formatted answer', () => {
  it('consists of a heading and a numbered list', async () => {
    const { text } = await ask('top 2 yesterday')
    expect(text).toBe(
      [
        '**Top 2 products: yesterday, Thursday, November 19, 2026 (New York time)**',
        '',
        '1. [Larkspur](https://example.com/Larkspur) — 1,234 votes, 56 comments. The Larkspur way',
        '2. [Brontide](https://example.com/Brontide) — 1,233 votes, 55 comments. The Brontide way',
      ].join('\n'),
    )
  })

  it.each([
    ['top of all time', 'Top 3 products: all time'],
    ['top last week', 'last week, November 9 to 15, 2026 (New York time)'],
    ['top 3 today in Tokyo', 'today, Saturday, November 21, 2026 (Tokyo time)'],
    ['top in october', 'October 2026 (New York time)'],
    ['top of 2025', '2025 (New York time)'],
    ['top week 47', 'week 47, November 16 to 22, 2026 (New York time)'],
    ['top oct 28 to nov 3', 'October 28 to November 3, 2026 (New York time)'],
    ['top on nov 3', 'Tuesday, November 3, 2026 (New York time)'],
    ['top this week', 'this week, November 16 to 20, 2026 (New York time)'],
    ['top today in GMT+2', '(UTC+2)'],
  ])('the heading for "%s" contains "%s"', async (question, heading) => {
    expect((await ask(question)).text.split('\n')[0]).toContain(heading)
  })

  it('of what rises has what each product gained', async () => {
    const { text, calls } = await ask('what is rising in the last hour? top 2')
    expect(calls).toEqual([{ toolName: 'getTrendingProducts', input: { window: '1h', limit: 2 } }])
    expect(text).toBe(
      [
        '**Rising in the last hour**',
        '',
        '1. [Larkspur](https://example.com/Larkspur) — 1,234 votes, 56 comments. The Larkspur way (60 votes in 60 minutes, 9.5 expected)',
        '2. [Brontide](https://example.com/Brontide) — 1,233 votes, 55 comments. The Brontide way (59 votes in 60 minutes, 9.5 expected)',
      ].join('\n'),
    )
  })

  it('of what rises says when nothing does, and when too little is known to tell', async () => {
    const nothing = await ask("what's trending", { reading: { products: [] } })
    expect(nothing.text).toBe('Nothing is surging right now. Want today’s top 5?')
    const unknown = await ask("what's trending", { missing: 'Two days are missing.' })
    expect(unknown.text).toBe('Two days are missing.\n\nWant today’s top 5?')
  })

  it('is a ranking for what rises where nothing else is offered, or of a calendar week', async () => {
    const rankings = ['getTopProducts', 'getTopProductsByTimeframe']
    expect((await ask("what's trending", { only: rankings })).text).toContain(
      'Top 3 products: this week',
    )
    expect((await ask('the fastest climbers of last week')).text).toContain(
      'Ranked by total votes, not momentum.',
    )
  })

  it('of votes over time has what stands out; its counts are for a chart', async () => {
    const { text, calls } = await ask('how did Larkspur do on launch day?')
    expect(calls).toEqual([{ toolName: 'getProductHistory', input: { product: 'Larkspur' } }])
    expect(text).toMatch(/^\[Larkspur\]\(https:\/\/example.com\/Larkspur\) — 1,234 votes/)
    expect(text).toContain('Its best rank of the day was 3.')
    expect(text).not.toMatch(/^- /m)
  })

  it('of votes over time is of a product of the last list, and asks which one without a list', async () => {
    const messages = ['top 3 yesterday', 'how did the second one do on launch day?']
    const first = await ask('top 3 yesterday')
    const { calls } = await converse([
      { role: 'user', content: messages[0]! },
      { role: 'assistant', content: first.text },
      { role: 'user', content: messages[1]! },
    ])
    expect(calls).toEqual([{ toolName: 'getProductHistory', input: { product: 'Brontide' } }])
    const alone = await ask('show me its votes over time')
    expect(alone).toMatchObject({ calls: [], text: expect.stringContaining('Which product?') })
  })

  it('omits unknown fields', async () => {
    const bare = product({ url: null, tagline: null, votesCount: null, commentsCount: null })
    const { text } = await ask('top 1 today', { reading: { products: [bare] } })
    expect(text).toMatch(/\n1\. Larkspur$/)
  })

  it('uses the singular for one vote', async () => {
    const { text } = await ask('top 1 today', {
      reading: { products: [product({ votesCount: 1, commentsCount: 0 })] },
    })
    expect(text).toContain('— 1 vote, 0 comments.')
  })

  it('says when there are fewer products than requested, or the count was capped', async () => {
    expect((await ask('top 5 today', { reading: { products: products(2) } })).text).toContain(
      'That is all there is: 2, not 5.',
    )
    const ten = products(5).concat(products(5))
    expect((await ask('top 50 today', { reading: { products: ten } })).text).toContain(
      'I can list at most 10.',
    )
  })

  it.each(['hi', 'Hi!', 'hey', 'hello there', 'good morning'])('greets: %s', async (greeting) => {
    expect((await ask(greeting)).text).toMatch(/^Hello!/)
  })

  it('says of each list how many of it there are', async () => {
    const { text } = await ask('top 20 yesterday and top 3 last week')
    expect(text.match(/That is all there is: .*/g)).toEqual(['That is all there is: 8, not 20.'])
  })

  it.each([
    ['top 3 on christmas', 'I do not know when holidays and seasons are: name their dates.'],
    ['best of this summer', 'I do not know when holidays and seasons are'],
    ['top 3 today around noon', 'I cannot take “around noon” into account: this is of whole days.'],
    ['the best launches made by women this month', 'I cannot take “women” into account.'],
    ['how many crm tools launched last week', 'I cannot take “crm” into account.'],
    ['top 5 crm this month', 'I cannot take “crm” into account.'],
    ['top 5 free apps this week', 'I know no prices'],
  ])('says what a ranking does not do: %s', async (question, remark) => {
    const { calls, text } = await ask(question)
    expect(calls).toHaveLength(1)
    expect(text).toContain(remark)
  })

  it.each(['thanks for your comments. top 3 today', 'top 5 of last week for my podcast'])(
    'has no remark on what was not asked: %s',
    async (question) => {
      const { text } = await ask(question)
      expect(text.split('\n\n')).toHaveLength(2)
    },
  )

  it('says that nothing was found, and lists no product', async () => {
    const nothing = { reading: { products: [] } }
    const { text } = await ask('top 5 yesterday', nothing)
    expect(text).toContain('Nothing launched in this window: yesterday, Thursday, November 19')
    expect(text).not.toMatch(/^\d\./m)
    const search = await ask('find me a tool for zithers', nothing)
    expect(search.text).toContain('I found no product for “zithers”. Try other words')
  })

  it('explains that a Product Hunt day begins at midnight Pacific time', async () => {
    const { text } = await ask('top today', { reading: { products: [], source: 'product-hunt' } })
    expect(text).toContain('midnight Pacific time')
  })

  it('says when the data is stale', async () => {
    const asOf = '2026-11-20T17:00:00.000Z'
    const { text } = await ask('top today', { reading: { stale: true, asOf } })
    expect(text).toContain(
      'This is an earlier answer, from 2026-11-20 17:00 UTC: the source does not respond.',
    )
  })

  it('quotes the error message of a failed tool, and lists no product', async () => {
    const { text } = await ask('call getTopProductsByTimeframe with {"timeframe":"2026-13"}')
    expect(text).toMatch(/^That did not work: .*2026-13/i)
    expect(text).not.toMatch(/^\d\./m)
  })

  it('celebrates in one sentence', async () => {
    const { calls, text } = await ask('we hit #1!')
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input: { reason: 'we hit #1' } }])
    expect(text).toBe('🎉 Hooray: we hit #1!')
  })

  it('goes on after the products of the list before', async () => {
    const question = 'top 3 yesterday'
    const first = await ask(question)
    const { text } = await converse([
      { role: 'user', content: question },
      { role: 'assistant', content: first.text },
      { role: 'user', content: 'and the next two?' },
    ])
    expect(text.match(/^- .* \[\w+/gm)).toEqual(['- **4.** [Ostrova', '- **5.** [Tidemill'])
  })

  it('has one list per request', async () => {
    const { calls, text } = await ask('top 1 today and top 2 yesterday')
    expect(calls).toHaveLength(2)
    expect(text).toMatch(/Top product: today.*Top 2 products: yesterday/s)
  })

  it('introduces itself as a small program, not a large language model', async () => {
    const { calls, text } = await ask('who are you?')
    expect(calls).toEqual([])
    expect(text).toContain('a small program that learned from examples, not a large language model')
  })

  it('lists exactly the products of the tool result, in their order', async () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /\w/.test(text))
    const list = fc.array(fc.record({ name, votesCount: fc.nat() }), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(list, async (fields) => {
        const found = fields.map((one, at) => product({ ...one, id: String(at) }))
        const { text } = await ask('top 10 today', { reading: { products: found } })
        const lines = text.split('\n').filter((line) => /^\d+\. /.test(line))
        expect(lines).toEqual(
          found.map(
            ({ name, votesCount }, at) =>
              `${at + 1}. [${escaped(name)}](https://example.com/Larkspur) — ` +
              `${votesCount?.toLocaleString('en-US')} vote${votesCount === 1 ? '' : 's'}, ` +
              '56 comments. The Larkspur way',
          ),
        )
      }),
      { numRuns: 60 },
    )
  })
})
