import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask, converse } from '../converse.ts'
import { requestOf, requestsOf } from '../request-of.ts'

describe('informal phrasing', () => {
  it.each([
    ['winners in dec 2025, 4 pls', { count: 4, timeframe: '2025-12' }],
    ['how did May look? give me 7', { count: 7, timeframe: '2026-05' }],
    ['ths week best 3 plz', { count: 3, timeframe: 'last_7_days' }],
    ['in UTC, who led last month? 9 of them', { count: 9, timeframe: 'last_month', zone: 'UTC' }],
    ['Good morning! Before my standup, could you show the top 4 of yesterday?', { count: 4 }],
    ['top 5 last week (mon-sun)', { count: 5, timeframe: 'last_week' }],
    ['top 5 today, no wait, yesterday', { count: 5, timeframe: 'yesterday' }],
    ['half a dozen from yesterday', { count: 6, timeframe: 'yesterday' }],
  ])('%s', (text, expected) => {
    expect(requestOf(text)).toMatchObject({ kind: 'ranking', ...expected })
  })

  it('applies one count to two rankings', () => {
    expect(requestsOf('best of last week and best of last month pls, 4 each')).toMatchObject([
      { timeframe: 'last_week', count: 4 },
      { timeframe: 'last_month', count: 4 },
    ])
  })

  it('gives one request per part of a message', () => {
    const requests = requestsOf('top 3 today, top 3 yesterday, top 3 last week')
    expect(requests.map(({ timeframe }) => timeframe)).toEqual(['today', 'yesterday', 'last_week'])
    expect(requestsOf('find me a crm and find an invoicing tool')).toMatchObject([
      { kind: 'search', words: 'crm' },
      { kind: 'search', words: 'invoicing' },
    ])
  })

  it.each([['asdf jkl'], ['qwe qwe qwe'], ['blorp fnnk zzt']])(
    'is no search if it has no words: %s',
    (text) => {
      expect(requestOf(text)).toMatchObject({ kind: 'talk', topic: 'unclear' })
    },
  )

  it('does not become part of the search query', () => {
    const { words } = requestOf('search for a helpdesk on behalf of our service department')
    expect(words).toBe('helpdesk')
  })
})

describe('a date in informal phrasing', () => {
  it.each([
    ['top on october the twenty first', '2026-10-21'],
    ['best 1/10/2026 - 15/10/2026', '2026-10-01/2026-10-15'],
    ['what was on top exactly one year ago today', '2025-11-20'],
    ['what won christmas day last year', '2025-12-25'],
    ['top 4 the weekend before last', '2026-11-07/2026-11-08'],
    ['top last weekend', '2026-11-14/2026-11-15'],
    ['top in the third quarter', '2026-07-01/2026-09-30'],
    ['top last 6 hours', '2026-11-20T12:00:00.000Z/2026-11-20T18:00:00.000Z'],
  ])('%s', (text, timeframe) => {
    expect(requestOf(text)).toMatchObject({ kind: 'ranking', timeframe })
  })

  it('changes the timeframe of the previous request', () => {
    const changed = requestOf('top 5 last 7 days', 'make that 30 days')
    expect(changed).toMatchObject({ count: 5, timeframe: 'last_30_days' })
  })
})

describe('a single word', () => {
  it.each([['ai'], ['visa'], ['xbox']])('is English if it names a need: %s', (text) => {
    expect(requestOf(text)).toMatchObject({ kind: 'search', words: text })
  })
})

describe('a remark', () => {
  it.each([['wow, that was big'], ['great, that took long']])(
    'on confetti throws none: %s',
    (text) => {
      expect(requestOf('throw confetti', text)).toMatchObject({ kind: 'talk' })
    },
  )
})

describe('a detail of what is sought', () => {
  it.each([
    ['mind mapping tool please, something simple for school', 'mind mapping simple school'],
    ['time tracker please, something for freelancers', 'time tracker freelancers'],
  ])('is no search of its own: %s', (text, words) => {
    expect(requestsOf(text)).toMatchObject([{ kind: 'search', words }])
  })
})

describe('a range with an end that is far away', () => {
  it('is worked out at once', () => {
    const request = requestOf('top 5 from friday to 9999-12-31', 'top 5 from 9999-12-31 to friday')
    expect(request).toMatchObject({ kind: 'talk', topic: 'future' })
  })
})

describe('confetti arguments', () => {
  it.each([
    ['throw blue confetti', { colors: ['#1e88e5'] }],
    ['500 pieces of confetti please', { particleCount: 500 }],
    ['confetti from the left', { origin: { x: 0, y: 0.5 } }],
    ['throw confetti with stars', { shapes: ['star'] }],
    ['confetti with sound please', { disableSound: false }],
  ])('%s', async (text, input) => {
    const { calls } = await ask(text)
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input }])
  })

  it('are not taken from the description of a success', async () => {
    const { calls } = await ask('we made the top 5, big win for the red team!')
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input: { particleCount: 200 } }])
  })
})

describe('other messages', () => {
  it('names the language of a message that is not in English', async () => {
    expect((await ask('¿Cuáles son los mejores productos de hoy?')).text).toContain('Spanish')
    expect((await ask('今日のトップ5を教えて')).text).toContain('Japanese')
  })

  it('ranking by comments falls back to votes, and the answer says so', async () => {
    const { calls, text } = await ask('most commented launches last week')
    expect(calls).toMatchObject([{ input: { timeframe: 'last_week' } }])
    expect(text).toContain('I rank by votes')
  })

  it('"it" refers to the first product of the previous answer', async () => {
    const { calls, text } = await converse([
      { role: 'user', content: 'top 2 today' },
      { role: 'assistant', content: '1. Fennimore – 412 votes, 2. Calderby – 355 votes' },
      { role: 'user', content: 'how many votes has it?' },
    ])
    expect({ calls, text }).toEqual({ calls: [], text: 'Fennimore – 412 votes' })
  })
})

describe('arbitrary input', () => {
  it('always gives a request', { timeout: 120_000 }, async () => {
    const unit = fc.oneof(
      fc.constantFrom('top', '5', 'today', 'and', ',', 'find', '\ud800', '🎉', 'שלום', '\u0000'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    await fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        expect(requestsOf(units.join(' ')).length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    'a'.repeat(100_000),
    'top '.repeat(30_000),
    'and '.repeat(30_000),
    'monday '.repeat(20_000),
    'top 5 today and find me a crm and '.repeat(300),
    '🎉'.repeat(50_000),
    ['Source: '.repeat(12_000), 'top 5 today'],
  ])('is parsed in bounded time (%#)', (conversation) => {
    requestsOf('top 5 today')
    const before = process.cpuUsage()
    requestsOf(...[conversation].flat())
    const { user, system } = process.cpuUsage(before)
    // CPU time in ms: ten times the maximum on an idle machine, because this one may be shared.
    expect((user + system) / 1000).toBeLessThan(500)
  })
})
