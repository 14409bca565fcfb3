import { describe, expect, it } from 'vitest'
import { converse, type Message, products } from './converse.ts'

const LIST = [
  '1. [Larkspur](https://example.com/Larkspur) — 1,234 votes, 9 comments. The Larkspur way',
  '2. [Brontide](https://example.com/Brontide) — 1,200 votes, 55 comments. The Brontide way',
  '3. [Quenby](https://example.com/Quenby) — 7 votes, 54 comments. The Quenby way',
]

const asked = (content: string): Message => ({ role: 'user', content })
const answered = (content: string): Message => ({ role: 'assistant', content })
const before = [asked('top 3 last week'), answered(LIST.join('\n'))]

/** The answer of a whole run to a question after a list. */
async function answerTo(...messages: Message[]) {
  return await converse([...before, ...messages])
}

describe('a question about listed products', () => {
  it.each([
    ['when did the first one launch?', 'It launched on Friday, November 20, 2026.'],
    ['what topics is the first one in?', 'Its topics: Testing.'],
    ['who made the first one?', 'and nothing else about it.'],
    ['how much does the first one cost?', 'and nothing else about it.'],
  ])('is answered from the data or not at all: %s', async (question, expected) => {
    const { calls, text } = await answerTo(asked(question))
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { limit: 1 } }])
    expect(text.split('\n\n').at(-1)).toContain(expected)
  })

  it('says that a launch date is unknown', async () => {
    const reading = { products: products(1).map((one) => ({ ...one, launchedAt: null })) }
    const messages = [...before, asked('when did the first one launch?')]
    const { text } = await converse(messages, { reading })
    expect(text).toContain('I do not know when it launched.')
  })

  it('refers to the last list, whatever was asked about it in between', async () => {
    const described = [asked('tell me about the second one'), answered(LIST[1]!.slice(3))]
    expect((await answerTo(...described, asked('and the third?'))).calls).toMatchObject([
      { input: { query: 'Quenby' } },
    ])
    const thanked = [asked('thanks'), answered('You are welcome!')]
    expect((await answerTo(...thanked, asked('how many votes has the first one?'))).text).toBe(
      LIST[0]!.slice(3),
    )
  })

  it('finds the one with the most or the fewest', async () => {
    const most = await answerTo(asked('which of these has the most comments?'))
    expect(most).toMatchObject({ calls: [], text: LIST[1]!.slice(3) })
    const least = await answerTo(asked('which one has the fewest votes?'))
    expect(least).toMatchObject({ calls: [], text: LIST[2]!.slice(3) })
  })

  it('compares two of them', async () => {
    const { calls, text } = await answerTo(
      asked('how many votes more does the first have than the second?'),
    )
    expect(calls).toEqual([])
    expect(text.split('\n')).toEqual([
      `- ${LIST[0]!.slice(3)}`,
      `- ${LIST[1]!.slice(3)}`,
      '',
      'Larkspur has 34 votes more than Brontide.',
    ])
  })

  it('names one that is not there', async () => {
    const { calls, text } = await answerTo(asked('tell me about the ninth one'))
    expect({ calls, text }).toEqual({ calls: [], text: 'I do not see that in my last answer.' })
  })
})
