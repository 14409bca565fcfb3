import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { embeddedSearch } from '../../src/sources/embedded-search.ts'
import { sampleCatalogue } from '../../src/sources/sample-catalogue.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'

/** Each takes some milliseconds; what grows faster than the query takes minutes. */
const MAX_SEARCH_MS = 2_000

const NOW = new Date('2026-11-20T18:00:00.000Z')
const END_OF_DAY = new Date('2026-11-20T23:59:59.999Z')

function product(id: string, parts: Partial<Product>): Product {
  return {
    id,
    name: id,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 0,
    commentsCount: 0,
    launchedAt: '2026-01-01T00:00:00.000Z',
    topics: [],
    ...parts,
  }
}

function searchOf(products: Product[]) {
  const index = embeddedSearch(fixedCatalogue({ products }), { now: () => NOW })
  return async (query: string, limit = 10) => {
    const reading = await index.search({ query, limit })
    return reading.products.map(({ id }) => id)
  }
}

describe('embeddedSearch()', () => {
  it('an embedded search has its origin and the time it was read', async () => {
    const index = embeddedSearch(fixedCatalogue({ products: [] }), { now: () => NOW })
    expect(index.name).toBe('catalogue')
    expect(await index.search({ query: 'invoice', limit: 3 })).toEqual({
      products: [],
      source: 'catalogue',
      asOf: NOW.toISOString(),
      stale: false,
    })
  })

  it('a match in the name ranks before the tagline and the topic', async () => {
    const search = searchOf([
      product('topic', { name: 'Ember Lane', tagline: 'Quiet little helper', topics: ['Garden'] }),
      product('tagline', { name: 'Fern Hill', tagline: 'Quiet garden helper', topics: ['Home'] }),
      product('name', { name: 'Garden Gate', tagline: 'Quiet little helper', topics: ['Home'] }),
    ])
    expect(await search('garden')).toEqual(['name', 'tagline', 'topic'])
  })

  it('equal matches are in the order of the leaderboard', async () => {
    const late = '2026-01-02T00:00:00.000Z'
    const search = searchOf([
      product('d', { name: 'Kite', votesCount: 5, commentsCount: 2, launchedAt: late }),
      product('c', { name: 'Kite', votesCount: 5, commentsCount: 2, launchedAt: late }),
      product('b', { name: 'Kite', votesCount: 5, commentsCount: 2 }),
      product('e', { name: 'Kite', votesCount: 5, commentsCount: 1 }),
      product('a', { name: 'Kite', votesCount: 9 }),
    ])
    expect(await search('kite')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('a topic of several words is found by its initials', async () => {
    const search = searchOf([product('kite', { topics: ['Human Resources'] }), product('boat', {})])
    expect(await search('HR')).toEqual(['kite'])
    expect(await search('human')).toEqual(['kite'])
  })

  it('matches of every word rank before matches of some', async () => {
    const search = searchOf([
      product('one', { name: 'Kite Kite', tagline: 'kite' }),
      product('both', { name: 'Ember', tagline: 'A long line on boats, and at its end a kite' }),
      product('other', { name: 'Boat' }),
    ])
    expect((await search('kite boat'))[0]).toBe('both')
    expect((await search('kite boat')).sort()).toEqual(['both', 'one', 'other'])
  })

  it('stop words match nothing, except in a name made of them', async () => {
    const search = searchOf([
      product('band', { name: 'The Who' }),
      product('kite', { name: 'Kite for the wind', tagline: 'Who has it' }),
    ])
    expect(await search('the')).toEqual(['band'])
    expect(await search('for and with')).toEqual([])
    expect(await search('who for the wind')).toEqual(['kite'])
  })

  it('vague words are ignored beside specific ones', async () => {
    const search = searchOf([
      product('app', { name: 'App', tagline: 'The best app and tool there is' }),
      product('kite', { name: 'Kite' }),
    ])
    expect(await search('find me the best app for kites')).toEqual(['kite'])
    expect(await search('app')).toEqual(['app'])
  })

  it('a product is first under its own name, even if that has vague words', async () => {
    const search = searchOf([
      product('leap', { name: 'Leap Second', votesCount: 900 }),
      product('own', { name: 'Second Helping', votesCount: 1 }),
    ])
    expect(await search('second helping')).toEqual(['own', 'leap'])
  })

  const NAMES = [
    ...['C', 'C#', 'C++', 'C# Pad', 'Note Note Note', 'Notes', 'Notes+', 'Łuk', 'Straße', 'Işık'],
    ...['Łódź Trams', 'Œuf', 'Þing', 'Web 3 Wallet', 'GPT-5 Chat', 'iPhone 17 Cases', 'mp3 Cutter'],
    ...['Cal.com', 'Company Board', 'Video Cut', 'Airtable', 'Node.js Watch', '東京ランチ', '🎉'],
    ...['Time-Tracker', 'Habit Loop', 'Room 55 Keys', 'Room 5 Keys', 'Git', 'Hub', 'GitHub'],
    ...['Kettle', 'Kettle Kettle', 'Kettle of Posts', '2049', '2048', 'Zed', 'Ze Hub', 'A&B'],
  ]

  it.each([
    ['C++', 'C++'],
    ['c#', 'C#'],
    ['c', 'C'],
    ['Notes+', 'Notes+', 'Notes'],
    ['notes', 'Notes', 'Notes+'],
    ['luk', 'Łuk'],
    ['strasse', 'Straße'],
    ['isik', 'Işık'],
    ['IŞIK', 'Işık'],
    ['lodz', 'Łódź Trams'],
    ['oeuf', 'Œuf'],
    ['thing', 'Þing'],
    ['web3', 'Web 3 Wallet'],
    ['gpt5', 'GPT-5 Chat'],
    ['iphone17', 'iPhone 17 Cases'],
    ['mp 3', 'mp3 Cutter'],
    ['calcom', 'Cal.com'],
    ['timetracker', 'Time-Tracker'],
    ['habitloop', 'Habit Loop'],
    ['git hub', 'GitHub'],
    ['c sharp', 'C#'],
    ['notes plus', 'Notes+'],
    ['ab', 'A&B'],
    ['room 5', 'Room 5 Keys'],
    ['node js', 'Node.js Watch'],
    ['vidoe', 'Video Cut'],
    ['kettle of psots', 'Kettle of Posts'],
    ['kettl', 'Kettle', 'Kettle Kettle'],
    ['zde', 'Zed'],
    ['h', 'Hub'],
    ['v', 'Video Cut'],
    ['a', 'Airtable'],
    ['ランチ', '東京ランチ'],
    ['🎉', '🎉'],
  ])('%j finds %s first', async (query, ...names) => {
    const search = searchOf(NAMES.map((name) => product(name, { tagline: 'It is one' })))
    expect((await search(query)).slice(0, names.length)).toEqual(names)
  })

  it('another digit is no typo', async () => {
    const search = searchOf([product('Pixel 2049', {}), product('Pixels', {})])
    expect(await search('pixel2048')).toEqual(['Pixels', 'Pixel 2049'])
  })

  it('the end of an address is no word', async () => {
    const search = searchOf([product('Company Board', {}), product('Cal Desk', {})])
    expect(await search('cal.com')).toEqual(['Cal Desk'])
  })

  it.each([
    ['a Chinese word', '智能', '你的人工智能助手'],
    ['the end of a Chinese compound', '机器', '写作机器人'],
    ['a Japanese word', '編集', '写真編集アプリ'],
    ['two letters of a Japanese word', 'プロ', 'プロジェクト管理ツール'],
    ['the end of a Japanese compound', 'マネージャー', 'タスクマネージャー'],
    ['a Thai word', 'แต่ง', 'แอปแต่งรูป'],
    ['two letters of a Thai word', 'แอ', 'แอปแต่งรูป'],
    ['a Korean word without its particle', '한국', '한국어를 배우는 앱'],
    ['the end of a Korean compound', '편집', '사진편집'],
  ])('%s is found', async (_name, query, tagline) => {
    const others = ['A kite', '猫のための日記', '天气预报', 'ปฏิทิน', '날씨'].map((tagline, at) =>
      product(`other-${at}`, { tagline }),
    )
    expect(await searchOf([...others, product('found', { tagline })])(query)).toEqual(['found'])
  })
})

describe('embeddedSearch() of the sample', () => {
  const index = embeddedSearch(sampleCatalogue({ now: () => END_OF_DAY }), {
    now: () => END_OF_DAY,
  })
  const search = async (query: string, limit = 5) => (await index.search({ query, limit })).products
  const names = async (query: string, limit?: number) => {
    return (await search(query, limit)).map(({ name }) => name)
  }

  it.each([
    ['password manager', 'Mothkey'],
    ['a tool for invoices', 'Net Fourteen'],
    ['invoicing', 'Net Fourteen'],
    ['meeting transcription', 'Minutia'],
    ['note taking app', 'Marginalia Club'],
    ['AI video editor', 'Clapperjack'],
    ['CRM for freelancers', 'Handshake Drawer'],
    ['unsubscribe from mailing lists', 'Unbulk'],
    ['to-do list', "Must Could Won't"],
    ['budgeting', 'Jam Jar'],
    ['learn Spanish', 'Parlanza'],
    ['recipes', 'Fridge Roulette'],
    ['feature flags', 'Bunting'],
    ['api testing', 'Curlewtest'],
    ['resume builder', 'One Page Only'],
    ['customer support', 'Answerwell'],
    ['sleep', 'Sheepish'],
    ['code review', "Nitpicker's Rest"],
    ['AI agents', 'Agent Nettle'],
    ['slow database queries', 'Query Kettle'],
    ['my dog', 'Biscuit Watch'],
    ['thistle', 'Thistle'],
  ])('a search for %j finds %s', async (query, name) => {
    expect(await names(query)).toContain(name)
  })

  it.each([
    ['invoce', 'invoice'],
    ['pasword manger', 'password manager'],
    ['transcripton', 'transcription'],
    ['calednar', 'calendar'],
    ['budegt', 'budget'],
    ['podcsat', 'podcast'],
    ['langauge', 'language'],
  ])('%j is corrected to %j', async (slip, meant) => {
    expect(await names(slip)).toContain((await names(meant))[0])
  })

  it.each([
    ['cafe', 'café'],
    ['CAFÉ', 'café'],
    ['Crepe expectation', 'Crêpe Expectations'],
    ['seance', 'Séance'],
    ['companies', 'company'],
    ['invoices', 'invoice'],
  ])('%j finds the same as %j', async (one, other) => {
    expect(await names(one)).toEqual(await names(other))
    expect(await names(one)).not.toEqual([])
  })

  it('a word is found by its beginning', async () => {
    expect(await names('newslet')).toContain('Letterloft')
    expect(await names('trans', 20)).toContain('Interpretta')
  })

  it.each(['', '   ', 'the of and', 'xqzzvw', '😀😀', '\u0000\u001b', '"; -- \\'])(
    'a search for %j finds nothing',
    async (query) => expect(await search(query)).toEqual([]),
  )

  it('any search is answered', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 512 }),
      fc.string({ unit: 'grapheme', maxLength: 512 }),
      fc.array(fc.string({ minLength: 1, maxLength: 12 })).map((words) => words.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 10 }), async (query, limit) => {
        expect((await search(query, limit)).length).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 500 },
    )
  }, 30_000)

  it.each([
    ['256 words of one letter', Array.from({ length: 256 }, (_, n) => `${n % 36}`).join(' ')],
    [
      '256 different letters',
      Array.from({ length: 256 }, (_, n) => String.fromCodePoint(1072 + n)).join(' '),
    ],
    ['one word of 512 letters', 'transcription'.repeat(40).slice(0, 512)],
    ['many long words with errors', 'tranxcripshun invoyceing pasword '.repeat(16).slice(0, 512)],
    ['512 letters that unfold to many', '\ufdfa'.repeat(512)],
    ['256 emoji', '😀'.repeat(256)],
    ['half a surrogate pair, 512 times', '\ud800'.repeat(512)],
  ])('a search for %s is fast', async (_, query) => {
    const started = process.cpuUsage()
    await search(query)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(MAX_SEARCH_MS)
  })
})
