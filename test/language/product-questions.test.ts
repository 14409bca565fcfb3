import { describe, expect, it } from 'vitest'
import { converse, type Message, products } from './converse.ts'
import type { Call } from './judge.ts'

const [larkspur, brontide, quenby] = products(3)
const reading = {
  products: [
    { ...larkspur!, votesCount: 1200, launchedAt: '2026-11-09T18:00:00Z', topics: ['Music'] },
    {
      ...brontide!,
      tagline: 'Thunder sounds for sleepless nights',
      votesCount: 700,
      commentsCount: 90,
      launchedAt: '2026-11-12T18:00:00Z',
      topics: ['Artificial Intelligence'],
    },
    {
      ...quenby!,
      tagline: 'Board games for two',
      votesCount: 40,
      launchedAt: '2026-11-11T18:00:00Z',
      topics: ['Music', 'Games'],
    },
  ],
}

/** Asks one message after another, as a client does that sends back the texts alone. */
async function talk(...turns: string[]) {
  const messages: Message[] = []
  let last = { calls: [] as Call[], text: '' }
  for (const content of turns) {
    messages.push({ role: 'user', content })
    last = await converse(messages, { reading })
    messages.push({ role: 'assistant', content: last.text })
  }
  return { ...last, answer: last.text.replace(/\(https?:[^)]*\)/g, '').split('\n\n') }
}

const RANKING = 'top 3 from november 9 to 15'

describe('a question about a list', () => {
  it.each([
    ['which of them is the newest?', ['[Brontide]', 'Thursday, November 12']],
    ['which of these launched first?', ['[Larkspur]', 'Monday, November 9']],
    [
      'which of those launched on november 11?',
      ['**1 of the 3 launched on Wednesday, November 11, 2026**', '[Quenby]'],
    ],
    ['when did they launch?', ['- [Larkspur]', 'Launched on Monday', 'Thursday', 'Wednesday']],
    ['what topics do they have?', ['Topics: Music', 'Topics: Artificial', 'Topics: Music, Games']],
    ['which ones are AI?', ['[Brontide]']],
    ['is the second newer than the first?', ['Brontide is newer than Larkspur, by 3 days.']],
    ['how many of those are about music?', ['**2 of the 3**', '- [Larkspur]', '- [Quenby]']],
    ['how many are about cooking?', ['I see nothing about “cooking”', 'Music, Artificial']],
    ['so Quenby is the newest?', ['Brontide is newer than Quenby, by 1 day.']],
    ['which are not AI?', ['- [Larkspur]', '- [Quenby]']],
    ['which one is the best for games?', ['[Quenby]', 'Board games for two']],
    ['what time did they launch?', ['Monday, November 9, 2026, at 13:00 (New York time)']],
  ])('%s is answered from the list, which is looked up again', async (question, expected) => {
    const { calls, text } = await talk(RANKING, question)
    expect(calls).toMatchObject([
      { toolName: 'getTopProductsByTimeframe', input: { timeframe: '2026-W46', limit: 3 } },
    ])
    for (const part of expected) expect(text).toContain(part)
  })

  it.each([
    ['which have more than 500 votes?', ['**2 of the 3 have more than 500 votes**', '[Brontide]']],
    ['which have fewer than 50 votes?', ['**1 of the 3 has fewer than 50 votes**', '[Quenby]']],
    ['does any have more than 2000 votes?', ['None of the 3 has more than 2,000 votes.']],
    ['how many votes do they have in total?', ['Those 3 have 1,940 votes in all.']],
    ['how many votes do they have altogether?', ['Those 3 have 1,940 votes in all.']],
    ['what is the average number of comments?', ['On average those 3 have 67 comments each.']],
    ['how many are those?', ['Those are 3 products.']],
    ['the two with the most comments', ['- [Brontide]', '- [Larkspur]']],
    ['by how many votes does the first lead?', ['Larkspur has 500 more votes than Brontide.']],
    ['Add Larkspur and Quenby together', ['Those 2 have 1,240 votes in all.']],
    ['which have no less than 700 votes?', ['**2 of the 3 have at least 700 votes**']],
    ['which have not more than 700 votes?', ['**2 of the 3 have at most 700 votes**']],
    ['which have exactly 700 votes?', ['**1 of the 3 has exactly 700 votes**', '[Brontide]']],
    ['which have over 500?', ['**2 of the 3 have more than 500 votes**']],
    ['what is the average of those without Larkspur?', ['On average those 2 have 370 votes each.']],
    ['just the names please', ['- [Larkspur]', '- [Brontide]', '- [Quenby]']],
    ['are any of them free?', ['and nothing else about it.']],
    ['why is it the best?', ['I rank by votes alone']],
    ['which is your favorite?', ['I have no opinion of my own']],
    ['what percentage of the votes has the first?', ['work out no ratios']],
    ['and remove Brontide', ['I cannot leave products out of a list.']],
    ['can I upvote it here?', ['They are given on the page of the product.']],
    ['is Brontide in there?', ['Yes, number 2 of those 3:', '[Brontide]']],
    ['did Quenby make the top 2?', ['No, number 3 of those 3:', '[Quenby]']],
    ['is Parlanza in there?', ['No, I do not see Parlanza among those 3.']],
    ['which one is better?', ['[Larkspur]']],
  ])('%s is answered from the text of the list', async (question, expected) => {
    const { calls, text } = await talk(RANKING, question)
    expect(calls).toEqual([])
    for (const part of expected) expect(text).toContain(part)
  })

  it('a place beyond its end is looked up', async () => {
    const { calls, answer } = await talk('who won last week?', 'and the runner-up?')
    expect(calls).toMatchObject([{ input: { timeframe: 'last_week', limit: 2 } }])
    expect(answer[0]).toContain('[Brontide]')
  })

  it('a question about what was just discussed is about that alone', async () => {
    const most = [RANKING, 'which of them has the most comments?']
    expect((await talk(...most, 'when did that launch?')).answer).toEqual([
      expect.stringContaining('[Brontide]'),
      'It launched on Thursday, November 12, 2026.',
    ])
    expect((await talk(...most, 'and the oldest?')).answer[0]).toContain('[Larkspur]')
    expect((await talk(...most, 'and how many upvotes?')).answer[0]).toContain('[Brontide]')
    expect((await talk(...most, 'and its link?')).text).toContain('[Brontide](https:')
    expect((await talk(...most, 'how does it compare to the first?')).answer.at(-1)).toBe(
      'Larkspur has 500 more votes than Brontide.',
    )
  })

  it('a word of a name is no typo', async () => {
    const renamed = { ...larkspur!, name: 'Rep Sheet' }
    const line = '1. [Rep Sheet](https://example.com/Rep) — 12 votes'
    const messages: Message[] = [
      { role: 'user', content: 'top 1 today' },
      { role: 'assistant', content: line },
      { role: 'user', content: 'confetti for rep sheet' },
    ]
    const { calls } = await converse(messages, { reading: { products: [renamed] } })
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input: { reason: 'rep sheet' } }])
  })

  it('a name is not what its words mean', async () => {
    const renamed = [
      { ...larkspur!, name: 'Net Fourteen' },
      { ...brontide!, name: 'Gone Tomorrow' },
    ]
    const list = renamed.map(({ name, url }, at) => `${at + 1}. [${name}](${url}) — 12 votes`)
    const asking = async (question: string) => {
      const messages: Message[] = [
        { role: 'user', content: 'top 2 today' },
        { role: 'assistant', content: list.join('\n') },
        { role: 'user', content: question },
      ]
      return await converse(messages, { reading: { products: renamed } })
    }
    const one = await asking('tell me about Net Fourteen')
    expect(one.calls).toMatchObject([{ input: { query: 'Net Fourteen', limit: 1 } }])
    const two = await asking('and gone tomorrow?')
    expect(two.calls).toMatchObject([{ input: { query: 'Gone Tomorrow', limit: 1 } }])
    const another = await asking('and tomorrow?')
    expect(another.calls).not.toMatchObject([{ input: { query: 'Gone Tomorrow' } }])
  })

  it('several lists are compared by their leaders', async () => {
    const lists = ['who won last week?', 'and in october?']
    expect((await talk(...lists, 'who won in each?')).answer).toHaveLength(1)
    const both = ['top 3 last week and top 2 of october', 'which products are in both?']
    expect((await talk(...both)).text.match(/^- \[(?:Larkspur|Brontide)\]/gm)).toHaveLength(2)
    const oneList = await talk(RANKING, 'who won in each?')
    expect(oneList.text).not.toContain('both lists')
  })

  it('a question that goes on from another asks the same', async () => {
    const { answer } = await talk(RANKING, 'when did Larkspur launch?', 'and Quenby?')
    expect(answer).toEqual([
      expect.stringContaining('[Quenby]'),
      'It launched on Wednesday, November 11, 2026.',
    ])
  })

  it('others like a product are searched by the words of its tagline', async () => {
    const { calls, text } = await talk(RANKING, 'anything like the second one?')
    expect(calls).toMatchObject([
      { toolName: 'searchProducts', input: { query: 'thunder sounds sleepless nights' } },
    ])
    expect(text).toContain('I found nothing like Brontide by the words of its tagline.')
    expect(text).not.toContain('[Brontide]')
    const close = await talk(RANKING, 'anything like the third one?')
    expect(close.text).toContain(
      '**1 product like Quenby, by the words of its tagline and its topics**',
    )
    expect(close.text).toContain('1. [Larkspur]')
  })

  it('dates are those of the time zone', async () => {
    const late = { ...larkspur!, launchedAt: '2026-11-13T03:00:00Z' }
    const messages: Message[] = [
      { role: 'user', content: 'who won last week?' },
      { role: 'assistant', content: '1. [Larkspur](https://example.com/Larkspur) — 1,234 votes' },
      { role: 'user', content: 'did any of them launch on november 12?' },
    ]
    const { text } = await converse(messages, { reading: { products: [late] } })
    expect(text).toContain('**1 of the 1 launched on Thursday, November 12, 2026**')
  })

  it('the lists of one answer are told apart', async () => {
    const both = 'top 3 last week and top 2 of october'
    expect((await talk(both, 'which of the second list has the fewest votes?')).text).toContain(
      '[Brontide]',
    )
    expect((await talk(both, "what's the total of votes for the first list?")).text).toBe(
      'Those 3 have 1,940 votes in all.',
    )
  })

  it('an earlier search is named by its words', async () => {
    const { calls } = await talk('find a crm', 'find a calendar app', 'back to the crm ones please')
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { query: 'crm' } }])
  })

  it('products that were found one by one are compared', async () => {
    const { answer } = await talk('compare Larkspur and Brontide', 'which one is older?')
    expect(answer[0]).toContain('[Larkspur]')
  })

  it.each([
    ['which one can delete photos?'],
    ['do any of them work without a login?'],
    ['how do I drop a link to it?'],
  ])('what a product can do leaves none out: %s', async (question) => {
    expect((await talk(RANKING, question)).text).not.toContain('I cannot leave products out')
  })

  it('liking a product asks for no others', async () => {
    const { calls } = await talk(RANKING, 'I like the second one, when did it launch?')
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { query: 'Brontide' } }])
  })

  it('a name of one word is also a word', async () => {
    const focus = { ...larkspur!, name: 'Focus' }
    const listed = `1. [Focus](${focus.url}) — 12 votes`
    const asking = (content: string) =>
      converse(
        [
          { role: 'user', content: 'top 1 today' },
          { role: 'assistant', content: listed },
          { role: 'user', content },
        ],
        { reading: { products: [focus] } },
      )
    const need = await asking('find me an app that does focus timers')
    expect(need.calls).toMatchObject([{ input: { query: expect.stringContaining('timers') } }])
    expect((await asking('how many votes has focus?')).text).toContain('[Focus]')
  })
})
