import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf, requestsOf } from '../request-of.ts'

describe('the search query', () => {
  it.each([
    ['find me a tool for invoices', 'invoices'],
    ['hello, could you please search for password managers, thanks', 'password managers'],
    ['search: crm for freelancers', 'crm freelancers'],
    ['is there an app that transcribes meetings?', 'transcribes meetings'],
    ['any good note taking apps?', 'note taking'],
    ['something to help me split bills with friends', 'split bills friends'],
    ['alternatives to figma', 'figma'],
    ['what launched for designers?', 'designers'],
    ['project management software', 'project management'],
    ['app store optimization tool', 'app store optimization'],
    ['find me the best password manager', 'password manager'],
    ['find me a weather app', 'weather'],
    ['tools for startups', 'startups'],
    ['serach for invioces', 'invoices'],
  ])('%s', (text, words) => {
    expect(requestOf(text)).toMatchObject({ kind: 'search', words })
  })

  it('is the topic of a ranking request, because rankings have no topic', () => {
    expect(requestOf('top 5 ai tools')).toMatchObject({ kind: 'search', words: 'ai', count: 5 })
    expect(requestOf('best launches in fintech')).toMatchObject({ words: 'fintech' })
    expect(requestOf('best apps for remote teams this week')).toMatchObject({
      words: 'remote teams',
    })
    expect(requestOf('which health apps are trending?')).toMatchObject({ words: 'health' })
    expect(requestOf('leaderboard for aromatherapy')).toMatchObject({ words: 'aromatherapy' })
    expect(requestOf('top 5 ukulele tuners')).toMatchObject({ words: 'ukulele tuners', count: 5 })
    expect(requestOf('what stamp albums rank highest?')).toMatchObject({ words: 'stamp albums' })
    expect(requestOf('the hall of fame')).toMatchObject({ kind: 'ranking' })
  })

  it.each([
    'My team keeps missing deadlines. Any project management tools?',
    'got 1,300 unread emails after two weeks off. project management tool plz',
    'Project management software? Our newsroom gets 500 tips per week, most are junk.',
    'I run a gym and want project management software',
  ])('is what is asked for, and not what is told: %s', (text) => {
    expect(requestOf(text)).toMatchObject({ kind: 'search', words: 'project management' })
  })

  it.each([
    'show me graphql clients and, separately, mail servers',
    'look up graphql clients as well as mail servers',
    'two searches: graphql clients; mail servers',
    'we want graphql clients as well as mail servers, separate lists',
  ])('is one of several in: %s', (text) => {
    const found = requestsOf(text)
    expect(found.map(({ words }) => words)).toEqual(['graphql clients', 'mail servers'])
    expect(found.map(({ count }) => count)).toEqual([undefined, undefined])
  })

  it('has the count of what is asked for, and of nothing else', () => {
    const count = (text: string) => requestOf(text).count
    expect(count('crm software, 4 please')).toBe(4)
    expect(count('I would like to see six fitness trackers')).toBe(6)
    expect(count('beekeeping journal (i have 14 hives)')).toBeUndefined()
    expect(count('I need a hearing loop finder. I am 81.')).toBeUndefined()
  })

  it('is a word that the model does not know, such as a name', () => {
    expect(requestOf('Numismatics')).toMatchObject({ kind: 'search', words: 'numismatics' })
    expect(requestOf('asdfgh jkl')).toMatchObject({ kind: 'talk', topic: 'unclear' })
  })

  it('ignores the purpose and the format of a ranking', () => {
    for (const end of ['for my newsletter', 'with their votes', 'in a table', 'by upvotes']) {
      expect(requestOf(`top 5 products today ${end}`)).toMatchObject({ kind: 'ranking', count: 5 })
    }
  })

  it('has no timeframe, and the answer says so when one was requested', async () => {
    const { calls, text } = await ask('top ai tools this week')
    expect(calls).toMatchObject([{ toolName: 'searchProducts', input: { query: 'ai' } }])
    expect(text).toContain('Search looks at all launches, whatever their date.')
    expect((await ask('top ai tools')).text).not.toContain('whatever their date')
  })

  it('is asked for if the message has none', () => {
    expect(requestOf('find me a good app').topic).toBe('what-for')
    expect(requestOf('find me a good app', 'stargazing')).toMatchObject({ words: 'stargazing' })
  })

  it.each([
    ['find me a restaurant in london'],
    ['recommend a movie'],
    ['top news today'],
    ['who won the world cup?'],
  ])('is absent from the out-of-scope message "%s"', (text) => {
    expect(requestOf(text)).toMatchObject({ kind: 'talk', topic: 'out-of-scope' })
  })
})
