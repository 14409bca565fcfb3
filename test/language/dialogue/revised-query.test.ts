import { describe, expect, it } from 'vitest'
import { revisedQuery } from '../../../src/language/dialogue/revised-query.ts'

function revised(before: string, words: string, text: string) {
  return revisedQuery({ kind: 'search', words: before }, words, text)
}

describe('the query of a reply', () => {
  it.each([
    ['on linux', 'linux', 'vpn linux'],
    ['it should have split tunnels', 'split tunnels', 'vpn split tunnels'],
    ['cool cool , for travel', 'travel', 'vpn travel'],
    ['open source ones', 'open source', 'vpn open source'],
    ['only swiss', 'swiss', 'vpn swiss'],
    ['windows ?', 'windows', 'vpn windows'],
    ['windows , not mac', 'windows mac', 'vpn windows'],
    ['now the same but for students', 'students', 'vpn students'],
    ['something for families ?', 'families', 'vpn families'],
    ['something lightweight', 'lightweight', 'vpn lightweight'],
    ['can it split tunnels ?', 'split tunnels', 'vpn split tunnels'],
    ['windows version ?', 'windows version', 'vpn windows version'],
    ['something for invoices', 'invoices', undefined],
    ['and for pilates ?', 'pilates', undefined],
    ['it should be a firewall', 'firewall', undefined],
    ['on second thought , a firewall', 'firewall', undefined],
  ])('"%s" after a vpn', (text, words, expected) => {
    expect(revised('vpn', words, text)).toBe(expected)
  })

  it.each([
    ['with invoices', 'invoices', 'crm freelancers invoices'],
    ['what about invoices', 'invoices', undefined],
    ['not freelancers , schools', 'schools', 'crm schools'],
    ['forget the crm , a vpn', 'crm vpn', 'vpn freelancers'],
  ])('"%s" after a crm for freelancers', (text, words, expected) => {
    expect(revised('crm freelancers', words, text)).toBe(expected)
  })

  it.each([
    ['mac instead please', 'mac', 'note taking mac'],
    ['windows ?', 'windows', 'note taking windows'],
    ['for kids', 'kids', 'note taking ipad kids'],
    ['does not have to be for ipad', 'ipad', 'note taking'],
  ])('"%s" after note taking for ipad', (text, words, expected) => {
    expect(revised('note taking ipad', words, text)).toBe(expected)
  })

  it('takes away whole words', () => {
    const text = 'not accountants , bakers'
    expect(revised('crm accountants', 'bakers', text)).toBe('crm bakers')
  })
})
