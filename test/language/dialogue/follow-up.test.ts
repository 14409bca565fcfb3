import { describe, expect, it } from 'vitest'
import { converse, type Message } from '../converse.ts'
import { requestOf, requestsAt, requestsOf } from '../request-of.ts'

describe('a message that refers back', () => {
  it('changes the time', () => {
    const before = 'top 5 today in London'
    const kept = { kind: 'ranking', count: 5, zone: 'Europe/London' }
    expect(requestOf(before, 'and yesterday?')).toMatchObject({ ...kept, timeframe: 'yesterday' })
    expect(requestOf(before, 'what about last month')).toMatchObject({
      ...kept,
      timeframe: 'last_month',
    })
    expect(requestOf(before, 'all time?')).toMatchObject({ ...kept, timeframe: 'all_time' })
  })

  it('changes the count', () => {
    expect(requestOf('top 3 yesterday', 'make it 10')).toMatchObject({
      count: 10,
      timeframe: 'yesterday',
    })
    expect(requestOf('top 3 yesterday', 'top 5 instead')).toMatchObject({ timeframe: 'yesterday' })
    expect(requestOf('top 3 yesterday', 'more')).toMatchObject({
      count: 10,
      timeframe: 'yesterday',
    })
    expect(requestOf('find a crm', 'only 3')).toMatchObject({
      kind: 'search',
      words: 'crm',
      count: 3,
    })
  })

  it('changes the zone', () => {
    expect(requestOf('top 3 yesterday', 'in Tokyo time?')).toMatchObject({
      timeframe: 'yesterday',
      zone: 'Asia/Tokyo',
    })
  })

  it('keeps the zone, and counts days in it', () => {
    const late = new Date('2026-11-21T03:00:00.000Z')
    const messages = ['top 3 today in Tokyo', 'and the day before yesterday?']
    expect(requestsAt(late, ...messages)).toMatchObject([
      { zone: 'Asia/Tokyo', timeframe: '2026-11-19' },
    ])
  })

  it('changes what to look for', () => {
    expect(requestOf('find me a crm', 'what about invoicing?')).toMatchObject({
      words: 'invoicing',
    })
    expect(requestOf('top 5 today', 'search for invoicing instead')).toMatchObject({
      words: 'invoicing',
    })
  })

  it('steps back another period', () => {
    const asked = ['top 3 today', 'and yesterday?', 'and the day before?']
    expect(requestOf(...asked)).toMatchObject({ count: 3, timeframe: '2026-11-18' })
    expect(requestOf('top 3 last week', 'and the week before?')).toMatchObject({
      timeframe: '2026-W45',
    })
  })

  it('repeats the previous request', () => {
    expect(requestOf('top 3 last week', 'again please')).toMatchObject({ timeframe: 'last_week' })
    expect(requestOf('we did it!', 'again!')).toMatchObject({ kind: 'confetti' })
  })

  it('is a new request if it is complete by itself', () => {
    expect(requestOf('top 3 last week', 'top 5 products')).toMatchObject({
      count: 5,
      timeframe: undefined,
    })
    expect(requestOf('top 3 last week', 'thanks!')).toMatchObject({ topic: 'thanks' })
  })

  it('is unclear without a previous message', () => {
    expect(requestOf('more')).toMatchObject({ topic: 'unclear' })
    expect(requestOf('the second one')).not.toMatchObject({ kind: 'item' })
  })

  it('is answered from the previous answer if that has the data', async () => {
    const { calls, text } = await converse([
      { role: 'user', content: 'top 2 today' },
      { role: 'assistant', content: 'Here: 1. Fennimore – 412 votes, 2. Calderby – 355 votes' },
      { role: 'user', content: 'how many votes has the first one?' },
    ])
    expect({ calls, text }).toEqual({ calls: [], text: 'Fennimore – 412 votes' })
  })

  it('searches for a product that the previous answer lists as plain text', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'top 2 today' },
      {
        role: 'assistant',
        content: '1. Larkspur Notes – 290 votes\n2. [Quen\\(by](https://q.example) — 3 votes',
      },
      { role: 'user', content: 'tell me more about the first one' },
    ]
    expect((await converse(messages)).calls).toMatchObject([
      { toolName: 'searchProducts', input: { query: 'Larkspur Notes', limit: 1 } },
    ])
    const second = [...messages.slice(0, 2), { role: 'user' as const, content: 'and the second?' }]
    expect((await converse(second)).calls).toMatchObject([{ input: { query: 'Quen(by' } }])
    const named = [
      ...messages.slice(0, 2),
      { role: 'user' as const, content: 'who made larkspur notes' },
    ]
    expect((await converse(named)).calls).toMatchObject([{ input: { query: 'Larkspur Notes' } }])
  })
})

describe('a reply to a list', () => {
  const before = 'top 4 on november 3'
  const kept = { kind: 'ranking', timeframe: '2026-11-03', count: 4 }

  it.each([
    ['missed that, once more?', kept],
    ['rerun', kept],
    ['the fuller list please', { ...kept, count: 10 }],
    ['what comes further below?', { ...kept, count: 10 }],
    ['show me two more', { ...kept, count: 6 }],
    ['down to one, the champion', { ...kept, count: 1 }],
    ['I had said four, but I only need one', { ...kept, count: 1 }],
    ['six would suffice', { ...kept, count: 6 }],
    ['next day?', { ...kept, timeframe: '2026-11-04' }],
    ['oops, the 5th', { ...kept, timeframe: '2026-11-05' }],
    ['not the day, dear, the whole year', { ...kept, timeframe: 'this_year' }],
    ['strike that, I need the whole of 2022', { ...kept, timeframe: '2022' }],
    ['extend the window to last month', { ...kept, timeframe: 'last_month' }],
    ['go by her clock in Toronto', { ...kept, zone: 'America/Toronto' }],
  ])('changes only what it names: %s', (reply, expected) => {
    expect(requestsOf(before, reply)).toMatchObject([expected])
  })

  it('keeps the year that was named before', () => {
    expect(requestOf('top 5 of march 2025', 'april too')).toMatchObject({ timeframe: '2025-04' })
  })

  it.each([
    ['the url of the 3rd please', 2],
    ['number two - who built it?', 1],
    ['blurb for result 4', 3],
    ['is it any good?', undefined],
  ])('asks for one of its products: %s', (reply, index) => {
    expect(requestOf('top 5 of last week', reply)).toMatchObject({ kind: 'item', index })
  })

  it('goes back to an earlier list', () => {
    const messages = ['top 5 last month', 'find a crm']
    expect(requestOf(...messages, 'bring back the earlier ranking')).toMatchObject({
      kind: 'ranking',
      timeframe: 'last_month',
    })
    expect(requestOf(...messages, 'top 3 today', 'return to the crm search')).toMatchObject({
      words: 'crm',
    })
  })

  it('is no search without words of one', () => {
    expect(requestOf('top 5 today', 'right, will forward this')).toMatchObject({ kind: 'talk' })
    expect(requestOf('find a crm', 'six are plenty')).toMatchObject({ words: 'crm', count: 6 })
    expect(requestOf('top 5 today', 'any invoicing tools?')).toMatchObject({ words: 'invoicing' })
  })
})
