import { Lexer } from 'marked'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../src/web/transcript/conversation.ts'
import { isRepetition, productsIn } from '../../../src/web/transcript/found-products.ts'
import { wordsOf } from '../../../src/web/transcript/tool-words.ts'

const call = (toolName: string, more: Partial<ToolCall> = {}): ToolCall => {
  return { toolCallId: 'c', toolName, state: 'done', ...more }
}
const ranked = (args: object) => call('getTopProductsByTimeframe', { args })

describe('a tool call in words', () => {
  it.each([
    [call('getTopProducts'), "Ranked today's launches"],
    [ranked({ timeframe: 'last_week', topic: 'Games' }), "Ranked last week's launches in Games"],
    [
      ranked({ timeframe: '2026-11-16/2026-11-22' }),
      'Ranked launches of Nov 16, 2026 to Nov 22, 2026',
    ],
    [ranked({ timeframe: 7 }), 'Ranked launches'],
    [call('searchProducts', { args: { query: 'notes' } }), 'Searched for “notes”'],
    [call('searchProducts', { state: 'failed', args: null }), 'Searching for launches: failed'],
    [call('showBanner'), 'Show banner'],
    [call('wave', { state: 'running', displayName: 'Wave', executionText: 'Waving…' }), 'Waving…'],
    [call('wave', { state: 'stopped', executionText: 'Waving…' }), 'Waving: stopped'],
  ])('%j reads %s', (toolCall, words) => {
    expect(wordsOf(toolCall)).toBe(words)
  })
})

describe('what an answer repeats', () => {
  const posts = [
    { name: 'Rep Sheet', tagline: 'A workout log' },
    { name: 'C++ *Pal*', tagline: 'Pairs with you' },
    { name: 'Ox', votesCount: 'many' },
    { name: 7 },
  ]
  const [products = []] = productsIn([
    call('getTopProducts', { result: { posts } }),
    call('getTopProducts', { result: { posts } }),
    call('wave', { result: 'hits' }),
  ])

  it.each([
    ['1. [Rep Sheet](https://a.example) — 6 votes\n2. C++ \\*Pal\\*', true],
    ['- Rep Sheet\n- Something else', false],
    ['| name |\n|---|\n| Rep Sheet |\n| Ox |', true],
    ['Rep Sheet leads, C++ Pal and Ox follow.', true],
    ['Rep Sheet leads, and C++ Pal follows.', false],
    ['- Oxen', false],
    ['## Rep Sheet', false],
  ])('%j is a repetition: %s', (markdown, isRepeated) => {
    const [token] = new Lexer().lex(markdown)
    expect(isRepetition(token!, products, false)).toBe(isRepeated)
  })

  it('a product without a name is none, and the same list is shown once', () => {
    expect(products.map(({ name, votesCount }) => [name, votesCount])).toEqual([
      ['Rep Sheet', null],
      ['C++ *Pal*', null],
      ['Ox', null],
    ])
    expect(
      productsIn([call('a', { result: { posts } }), call('b', { result: { posts } })]),
    ).toEqual([products])
  })
})
