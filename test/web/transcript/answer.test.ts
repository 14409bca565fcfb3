import { Lexer } from 'marked'
import { describe, expect, it } from 'vitest'
import { isRepetition, ownBlocks, sentenceOf } from '../../../src/web/transcript/answer-text.ts'
import type { TranscriptCall } from '../../../src/web/transcript/conversation.ts'
import { findingOf } from '../../../src/web/transcript/findings.ts'
import { wordsOf } from '../../../src/web/transcript/tool-words.ts'

const call = (toolName: string, more: Partial<TranscriptCall> = {}): TranscriptCall => {
  return { toolCallId: 'c', toolName, state: 'done', ...more }
}
const ranked = (input: object) => call('getTopProductsByTimeframe', { input })
const found = (toolName: string, result: object) => findingOf(call(toolName, { result }))
const posts = (...votes: number[]) =>
  votes.map((votesCount, at) => ({ id: `p${at}`, name: `P${at}-${votesCount}`, votesCount }))

const week = (label: string, first: string, last: string) => ({
  timeframe: label,
  tz: 'UTC',
  window: {
    postedAfter: `${first}T00:00:00Z`,
    postedBefore: `${last}T00:00:00Z`,
    label,
  },
})
const LAST_WEEK = week('last_week', '2020-11-16', '2020-11-23')
const THIS_WEEK = week('this_week', '2020-11-23', '2020-11-27')

describe('a tool call in words', () => {
  it.each([
    [call('getTopProducts'), 'Ranked all launches'],
    [ranked({ timeframe: 'last_week', topic: 'Games' }), "Ranked last week's launches in Games"],
    [ranked({ timeframe: '2026-W46' }), 'Ranked launches'],
    [ranked({ timeframe: 7 }), 'Ranked launches'],
    [call('searchProducts', { input: { query: 'notes' } }), 'Searched for “notes”'],
    [call('searchProducts', { state: 'failed', input: null }), 'Searching for launches: failed'],
    [call('showBanner'), 'Show banner'],
    [call('wave', { state: 'running', displayName: 'Wave', executionText: 'Waving…' }), 'Waving…'],
    [call('wave', { state: 'stopped', executionText: 'Waving…' }), 'Waving: stopped'],
  ])('%j reads %s', (toolCall, words) => {
    expect(wordsOf(toolCall)).toBe(words)
  })
})

describe('what a call has found', () => {
  it.each([
    ['getTopProducts', { posts: posts(9) }, 'All time', '/?timeframe=all_time'],
    [
      'getTopProductsByTimeframe',
      { posts: posts(9), topic: 'Games', ...LAST_WEEK },
      'Games, last week',
      '/?timeframe=last_week&tz=UTC&topic=Games',
    ],
    [
      'getTopProductsByTimeframe',
      { posts: posts(9), ...week('week', '2020-11-16', '2020-11-23'), timeframe: '2020-W47' },
      'Week 47',
      '/?timeframe=2020-W47&tz=UTC',
    ],
    [
      'getTopProductsByTimeframe',
      // The service knows a later law: this day begins at another hour than in the browser.
      {
        posts: posts(9),
        timeframe: '2020-11-17',
        tz: 'UTC',
        window: {
          postedAfter: '2020-11-16T23:00:00Z',
          postedBefore: '2020-11-17T23:00:00Z',
          from: '2020-11-17',
          to: '2020-11-17',
          label: 'day',
        },
      },
      'November 17, 2020',
      '/?timeframe=2020-11-17&tz=UTC',
    ],
    ['searchProducts', { hits: posts(9), q: 'a&b' }, 'Results for “a&b”', '/search?q=a%26b'],
    [
      'getTrendingProducts',
      { posts: posts(9), window: '3h' },
      'Rising in the last 3 hours',
      undefined,
    ],
    [
      'wave',
      { posts: [{ name: 'Ox', votesCount: 'many' }, { name: 7 }] },
      'Products found',
      undefined,
    ],
  ])('%s with %j is %s', (toolName, result, title, href) => {
    expect(found(toolName, result)).toMatchObject({ title, href, products: [{}] })
  })

  it('votes over time are drawn, and what is no result of ours is not', () => {
    const points = [
      { at: '2026-11-20T10:00:00Z', votes: 1, rank: 2 },
      { at: '2026-11-20T11:00:00Z', votes: 2, rank: 1 },
    ]
    const product = { id: 'kite', name: 'Kite' }
    const shown = found('getProductHistory', { product, points, gaps: [] })
    expect(shown).toMatchObject({ title: 'Kite', href: '/products/kite', history: { points } })
    expect(found('getProductHistory', { product, points: [{}], gaps: [] })).toBeUndefined()
    expect(found('getTopProducts', { posts: 'none' })).toBeUndefined()
    expect(found('wave', { hits: [{ name: ' ' }] })).toBeUndefined()
  })

  it('a day without its votes is no history', () => {
    const points = [1, 2].map((votes) => ({ at: '2026-11-20T10:00:00Z', votes }))
    const history = { product: { name: 'Kite' }, points, gaps: [], launchDay: { at: 'noon' } }
    expect(found('getProductHistory', history)).toBeUndefined()
  })

  it('products that one call compares are a card with all of them, and those with a name alone too', () => {
    const compared = [{ product: { id: 'ox', name: 'Ox' }, votesByHour: [1] }, { product: {} }]
    const card = found('getProduct', { product: { name: 'Kite' }, compared })
    expect(card!.products).toMatchObject([{ name: 'Kite' }, { name: 'Ox' }])
    expect(card!.compared[1]!.details).toBe(compared[0])
  })

  it('a product is a card with its places and first votes, which the answer need not repeat', () => {
    const card = found('getProduct', {
      product: { id: 'kite', name: 'Kite', tagline: 'Flies', topics: ['Games'] },
      ranks: {
        day: { rank: 1, of: 1300, neighbours: [{ name: 'Ox' }] },
        week: { rank: 2, of: null, neighbours: [{ name: 'Elk' }, { name: 'Ox' }] },
        month: { rank: 9, of: 9, neighbours: [{ name: 'Elk' }] },
      },
      firstVotes: { hour: 12, day: null },
    })!
    expect(card).toMatchObject({
      kind: 'product',
      href: '/products/kite',
      facts: [
        '#1 of 1,300 on its day, ahead of Ox',
        '#2 in its week, between Elk and Ox',
        '#9 of 9 in its month, behind Elk',
        '12 votes after an hour',
      ],
    })
    const said = [
      '[Kite](https://a.example) — Flies',
      '- Topics: Games. Launched today.\n- #1 of 1,300 on its day, ahead of [Ox](https://b.example)',
      '- Games\n- It is free',
    ]
    const { own } = ownBlocks(new Lexer().lex(said.join('\n\nAnd\n\n')), [card], false)
    expect(own.map(({ raw }) => raw.trim()).filter(Boolean)).toEqual(['And', 'And', said[2]])
  })

  const rank = (window: object, ...votes: number[]) =>
    found('getTopProductsByTimeframe', { posts: posts(...votes), ...window })

  it.each([
    [[rank(LAST_WEEK, 1188, 683)], 'P0-1188 won last week with 1,188 votes, 505 ahead of P1-683.'],
    [[rank(THIS_WEEK, 7, 7)], 'P0-7 leads this week with 7 votes.'],
    [
      [rank(THIS_WEEK, 1032), rank(LAST_WEEK, 1188)],
      'P0-1032 leads this week with 1,032 votes, 156 fewer than P0-1188, which won last week.',
    ],
    [
      [found('getTopProducts', { posts: posts(9, 3) })],
      'P0-9 leads all time with 9 votes, 6 ahead of P1-3.',
    ],
    [
      [found('searchProducts', { hits: posts(9, 3), q: 'x' })],
      'P0-9 is the best of 2 matches for “x”.',
    ],
    [
      [found('getTrendingProducts', { posts: [{ name: 'Kite', gained: 85 }], window: '3h' })],
      'Kite gained 85 votes in the last 3 hours.',
    ],
    [[found('wave', { hits: posts(9) })], undefined],
  ])('%# is said in a sentence', (findings, sentence) => {
    expect(sentenceOf(findings.flatMap((finding) => finding ?? []))).toBe(sentence)
  })
})

describe('what an answer repeats', () => {
  const ranking = found('getTopProducts', {
    posts: [
      { name: 'Rep Sheet', tagline: 'A workout log' },
      { name: 'C++ *Pal*', tagline: 'Pairs with you' },
      { name: 'Ox', votesCount: 'many' },
    ],
  })!
  const { products } = ranking

  it.each([
    ['1. [Rep Sheet](https://a.example) — 6 votes\n2. C++ \\*Pal\\*', true],
    ['- **4.** C&#43;+ &#42;Pal&#42; — 6 votes', true],
    ['- Rep Sheet\n- Something else', false],
    ['| name |\n|---|\n| Rep Sheet |\n| Ox |', true],
    ['Rep Sheet leads, C++ Pal and Ox follow.', true],
    ['Rep Sheet leads, and C++ Pal follows.', false],
    ['- Oxen', false],
  ])('%j is a repetition: %s', (markdown, isRepeated) => {
    const [token] = new Lexer().lex(markdown)
    expect(isRepetition(token!, products, false)).toBe(isRepeated)
  })

  it.each([
    ['**Top 3**\n\n1. Rep Sheet', [], false],
    ['Here they are.\n\n- Ox\n\nMore is known.', ['Here they are.', 'More is known.'], true],
  ])('of %j, %j is its own', (markdown, texts, beginsWithOwn) => {
    const blocks = new Lexer().lex(markdown).filter(({ type }) => type !== 'space')
    const { own, ...rest } = ownBlocks(blocks, [ranking], false)
    expect(own.map(({ raw }) => raw.trim())).toEqual(texts)
    expect(rest).toEqual({ beginsWithOwn })
  })
})
