import { describe, expect, it } from 'vitest'
import { followUpQuestions, productsOf } from '../../src/core/follow-ups.ts'

const kite = { id: 'k', name: 'Kite', url: 'https://kite.example', topics: ['Games'] }
const ranking = (more: object) => ({ toolName: 'getTopProductsByTimeframe', result: more })

describe('questions that may follow an answer', () => {
  it.each([
    [
      [ranking({ posts: [kite], window: { label: 'today' } })],
      ['And yesterday?', 'Tell me about Kite', 'Top Games launches this month'],
    ],
    [
      [{ toolName: 'getTopProducts', result: { posts: [kite], topic: 'Games' } }],
      ['And last week?', 'Tell me about Kite'],
    ],
    [[{ toolName: 'searchProducts', result: { hits: [kite] } }], ['Top Games launches this month']],
    [[ranking({ posts: [], window: { label: 'day' } })], ['What are the top 3 products today?']],
    [[ranking({ error: 'broken' })], ['And last week?', 'What are the top 3 products today?']],
    [[], ['What are the top 3 products today?']],
  ])('%#', (results, questions) => {
    expect(followUpQuestions(results)).toEqual(questions)
  })

  it('products of a result are those of its list, or the one it is about', () => {
    const found = { ...kite, topics: ['Games'] }
    expect(productsOf({ hits: [kite, { name: 'No id' }, 5] })).toEqual([found])
    expect(productsOf({ product: { id: 'x', name: 'X' } })).toEqual([
      { id: 'x', name: 'X', url: null, topics: [] },
    ])
    expect(productsOf('text')).toEqual([])
  })
})
