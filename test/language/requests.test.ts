import { describe, expect, it } from 'vitest'
import { converse, type Message, products } from './converse.ts'

const [larkspur, brontide, quenby] = products(3)
const reading = {
  products: [
    { ...larkspur!, votesCount: 1200, launchedAt: '2026-11-13T03:00:00Z', topics: ['Music'] },
    { ...brontide!, votesCount: 700, tagline: 'Thunder sounds for sleepless nights' },
    { ...quenby!, name: 'Net Fourteen', votesCount: 40 },
  ],
}

/** Asks one message after another, as a client does that sends back the texts alone. */
async function talk(...turns: string[]) {
  const messages: Message[] = []
  let last = await converse([{ role: 'user', content: 'hi' }], { reading })
  for (const content of turns) {
    messages.push({ role: 'user', content })
    last = await converse(messages, { reading })
    messages.push({ role: 'assistant', content: last.text })
  }
  return last
}

const THIS_WEEK = { timeframe: 'this_week' }
const TODAY = { timeframe: 'today', limit: 3 }
const DESIGN = { timeframe: 'last_week', limit: 3, topic: 'Design Tools' }
const AI = { timeframe: 'this_month', topic: 'Artificial Intelligence' }

describe('what a message asks for', () => {
  it.each([
    [['top 3 in Design Tools last week'], [DESIGN]],
    [['best AI tool this month'], [AI]],
    [
      ['top 3 in design and top 5 in finance last week'],
      [DESIGN, { ...DESIGN, topic: 'Finance', limit: 5 }],
    ],
    [['which products came out today?'], [{ timeframe: 'today' }]],
    [['who is winning?'], [{ timeframe: 'today', limit: 1 }]],
    [['games launched this month'], [{ timeframe: 'this_month', topic: 'Games' }]],
    [['top 3 finance in October'], [{ timeframe: '2026-10', topic: 'Finance' }]],
    [['launches for teenagers this week'], [{ query: 'teenagers' }]],
    [['something funny with pets'], [{ query: 'funny pets' }]],
    [['top 5 in design tools'], [{ limit: 5, topic: 'Design Tools' }]],
    [['top products this week'], [THIS_WEEK]],
    [['my marketing team wants the top 3 today'], [TODAY]],
    [['top 3 today with confetti'], [TODAY, { particleCount: 200 }]],
    [['top 3 today and find me a crm'], [TODAY, { query: 'crm' }]],
    [
      ['top 3 in Design Tools last week', 'and yesterday?'],
      [{ ...DESIGN, timeframe: 'yesterday' }],
    ],
    [['top 5 last week but not finance'], [{ exceptTopics: ['Finance'], limit: 5 }]],
    [['no AI today'], [{ ...TODAY, exceptTopics: ['Artificial Intelligence'] }]],
    [
      ['how many launches this week were not AI or games?'],
      [{ exceptTopics: [AI.topic, 'Games'] }],
    ],
    [
      [
        'top 3 in Finance today',
        'without AI please',
        'not games either',
        'yesterday in Tokyo time',
      ],
      [{ timeframe: 'yesterday', topic: 'Finance', exceptTopics: [AI.topic, 'Games'] }],
    ],
    [['top 3 today', 'leave AI out', 'ok put them back, and show 5'], [{ ...TODAY, limit: 5 }]],
    [['an email app with no email signup'], [{ query: 'email signup' }]],
    [['top 3 today', 'make it 5'], [{ ...TODAY, limit: 5 }]],
    [['top 3 today', 'show me more'], [{ ...TODAY, limit: 10 }]],
    [['top 3 today', 'two more'], [{ ...TODAY, limit: 5 }]],
    [['find a note taking app', 'for ipad'], [{ query: 'note taking ipad' }]],
    [['throw 300 confetti', 'make it gold'], [{ particleCount: 300, colors: ['#ffd700'] }]],
    [['confetti from the left, without sound'], [{ origin: { x: 0 }, disableSound: true }]],
    [['no confetti please, just the top 3 today'], [TODAY]],
    [
      ['who won yesterday?', 'and on monday?', 'which of the two got more votes?'],
      [
        { timeframe: 'yesterday', limit: 1 },
        { timeframe: '2026-11-16', limit: 1 },
      ],
    ],
    [
      ['how many launches today?', 'and yesterday?', 'which day had more?'],
      [{ timeframe: 'today' }, { timeframe: 'yesterday' }],
    ],
    [
      ['compare Rep Sheet and Letterloft', 'the votes of both over time'],
      [{ product: 'Rep Sheet' }, { product: 'Letterloft' }],
    ],
    [['the last 4 launches'], [{ timeframe: 'all', order: 'newest', limit: 4 }]],
    [['launch day of Postmark Parade'], [{ product: 'Postmark Parade' }]],
    [['find me a نیم\u200Cفاصله app'], [{ query: 'نیم\u200Cفاصله' }]],
  ])('%j', async (turns, inputs) => {
    const { calls } = await talk(...turns)
    expect(calls.map(({ input }) => input)).toMatchObject(inputs)
    expect(calls).toHaveLength(inputs.length)
  })

  it.each([
    ['how many votes has it?', '[Larkspur](https://example.com/Larkspur) has 1,200 votes.'],
    ['votes of Net Fourteen', '[Net Fourteen](https://example.com/Quenby) has 40 votes.'],
    ['link of the last one', 'the link to [Net Fourteen](https://example.com/Quenby).'],
    ['which has the fewest comments?', '[Net Fourteen](https://example.com/Quenby) has the fewest'],
    ['how many votes do they have together?', 'The three have 1,940 votes together.'],
    ['difference between the first and the last?', 'has 1,160 more votes than'],
    ['only those with over 500 votes', '2. [Brontide]'],
    ['what does the second do?', 'Thunder sounds for sleepless nights'],
    ['is the third one free?', 'I cannot tell.'],
    [
      'which has the lowest vote count?',
      '[Net Fourteen](https://example.com/Quenby) has the fewest',
    ],
    ['drop the first one', '1. [Brontide]'],
    ['which have fewer than 100 votes?', '1. [Net Fourteen]'],
    ['total votes?', 'The three have 1,940 votes together.'],
    ['and their taglines', '[Brontide](https://example.com/Brontide): Thunder'],
    ['are these products real?', 'the sample catalogue are invented'],
  ])('what the last list says is answered from it: %s', async (question, answer) => {
    const { calls, text } = await talk('top 3 last week', question)
    expect(calls).toEqual([])
    expect(text).toContain(answer)
  })

  it.each([
    ['the second one', [{ product: 'Brontide' }]],
    ['when did the last one launch?', [{ product: 'Net Fourteen' }]],
    ['is the first better than Kanbanjo?', [{ product: 'Larkspur' }, { product: 'Kanbanjo' }]],
    ['which is the newest?', [{ timeframe: 'last_week', limit: 3 }]],
    ['number 7', [{ timeframe: 'last_week', limit: 7 }]],
    [
      'is Larkspur better than Couch to Kerb?',
      [{ product: 'Larkspur' }, { product: 'Couch to Kerb' }],
    ],
    ['least commented launch on monday?', [{ timeframe: '2026-11-16', order: 'fewest_comments' }]],
    ['and the other 2?', [{ timeframe: 'last_week', limit: 5 }]],
    ['what comes after those?', [{ timeframe: 'last_week', limit: 10 }]],
    ['only finance', [{ timeframe: 'last_week', topic: 'Finance' }]],
    ['how many were there in all?', [{ timeframe: 'last_week', order: 'most_votes' }]],
    ['show me launches with at least 50 comments', [{ minComments: 50 }]],
  ])('what it does not say is looked up: %s', async (question, inputs) => {
    const { calls } = await talk('top 3 last week', question)
    expect(calls.map(({ input }) => input)).toMatchObject(inputs)
  })

  it('what a search leaves out is in none of its products', async () => {
    const { calls, text } = await talk('something for remote teams but not music')
    expect(calls[0]?.input).toMatchObject({ limit: 10 })
    expect(text).toMatch(/^\*\*2 products for “.+”, not in Music\*\*\n\n1\. \[Brontide\]/)
  })

  it('the heading of a ranking names its topic', async () => {
    const { text } = await talk('top 3 in Design Tools last week')
    expect(text).toContain('**Top 3 products in Design Tools: last week, ')
  })

  it.each([
    ['what is the capital of peru', 'I cannot help with that.'],
    ['¿Cuáles son los mejores productos de hoy?', 'I understand only English.'],
    ['今日のトップ5を教えて', 'I understand only English.'],
    ['who are you?', 'embedded'],
  ])('anything else is answered in words: %s', async (question, answer) => {
    const { calls, text } = await talk(question)
    expect(calls).toEqual([])
    expect(text).toContain(answer)
  })
})
