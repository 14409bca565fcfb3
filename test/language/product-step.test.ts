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
      'Larkspur has 34 more votes than Brontide.',
    ])
  })

  it('names one that is not there', async () => {
    const { calls, text } = await answerTo(asked('tell me about the ninth one'))
    expect(calls).toMatchObject([{ toolName: 'getTopProductsByTimeframe', input: { limit: 9 } }])
    expect(text).toBe('That list has 8 products only.')
  })

  it('is about the products that its words describe', async () => {
    const list = [
      '1. [Larkspur](https://example.com/Larkspur) — 12 votes. Translates menus while you travel',
      '2. [Brontide](https://example.com/Brontide) — 9 votes. A metronome for choirs',
    ]
    const answerTo = (question: string) =>
      converse([asked('top 2 today'), answered(list.join('\n')), asked(question)])
    const line = (at: number) => list[at]!.slice(3)
    expect((await answerTo('the metronome one, how many votes?')).text).toBe(line(1))
    expect((await answerTo('which one is about trains?')).text).toBe(
      'I see nothing about “trains” in the names, taglines and topics of those 2 products. Their topics: Testing.',
    )
  })

  it('counts no other line as a product', async () => {
    const short = [...LIST.slice(0, 2), '', 'That is all there is: 2, not 3.', '', 'Source: here.']
    const { text } = await converse([
      asked('top 3 last week'),
      answered(short.join('\n')),
      asked('which one has the most comments?'),
    ])
    expect(text).toBe(LIST[1]!.slice(3))
  })

  it('takes a listed name for that product, in words never taught', async () => {
    const { calls } = await answerTo(asked('hmm, Brontide, what gives?'))
    expect(calls).toMatchObject([{ input: { query: 'Brontide', limit: 1 } }])
    const { text } = await answerTo(asked('thanks, Brontide looks great'))
    expect(text).toContain('You are welcome')
  })
})

describe('a question about a product by its name', () => {
  it.each([
    ['when did Larkspur launch?', 'It launched on Friday, November 20, 2026.'],
    ['who made Larkspur', 'and nothing else about it.'],
  ])('is answered from what was found: %s', async (question, expected) => {
    const { calls, text } = await converse([asked(question)])
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { query: 'larkspur' } }])
    expect(text.split('\n\n')).toEqual([
      expect.stringContaining('[Larkspur]'),
      expect.stringContaining(expected),
    ])
  })

  it('compares two', async () => {
    const { calls, text } = await converse([asked('compare Larkspur and Brontide')])
    expect(calls).toMatchObject([
      { input: { query: 'larkspur' } },
      { input: { query: 'brontide' } },
    ])
    expect(text).toContain('Larkspur has 1 more vote than Brontide.')
  })

  it('lists what was found if that has another name', async () => {
    const { text } = await converse([asked('what is Zapora?')])
    expect(text).toMatch(/^\*\*\d+ products? for “zapora”\*\*/)
  })
})

describe('what a search cannot do', () => {
  const before = [asked('find a crm'), answered('**2 products for “crm”**')]

  it.each([
    ['sort them by votes', 'A search lists the best matches first, whatever their votes.'],
    ['not hubspot', 'I cannot leave products out of a search.'],
    ['more please', 'I found no others.'],
  ])('is said with its result: %s', async (question, expected) => {
    const { calls, text } = await converse([...before, asked(question)])
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { query: 'crm' } }])
    expect(text).toContain(expected)
  })
})
