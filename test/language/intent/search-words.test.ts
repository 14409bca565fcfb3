import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf } from '../request-of.ts'

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
