import { describe, expect, it } from 'vitest'
import { revisedQuery, subjectOf } from '../../../src/language/dialogue/revised-query.ts'

function revised(asked: string, before: string, words: string, text: string) {
  const subject = subjectOf(before, asked, undefined)
  return revisedQuery({ kind: 'search', words: before, subject }, words, text)
}

describe('the query of a reply', () => {
  it.each([
    ['on linux', 'linux', 'vpn linux'],
    ['it should have split tunnels', 'split tunnels', 'vpn split tunnels'],
    ['cool cool , for travel', 'travel', 'vpn travel'],
    ['open source ones', 'open source', 'vpn open source'],
    ['only swiss', 'swiss', 'vpn swiss'],
    ['windows ?', 'windows', 'vpn windows'],
    ['something for families ?', 'families', 'vpn families'],
    ['something lightweight', 'lightweight', 'vpn lightweight'],
    ['can it split tunnels ?', 'split tunnels', 'vpn split tunnels'],
    ['windows version ?', 'windows version', 'vpn windows version'],
    ['for my mum i need a recipe app', 'recipe', undefined],
    ['something for invoices', 'invoices', undefined],
    ['families instead', 'families', undefined],
    ['and for pilates ?', 'pilates', undefined],
    ['it should be a firewall', 'firewall', undefined],
    ['on second thought , a firewall', 'firewall', undefined],
    ['in fact i need a firewall', 'firewall', undefined],
  ])('"%s" after a vpn', (text, words, expected) => {
    expect(revised('a vpn', 'vpn', words, text)).toBe(expected)
  })

  it.each([
    ['what about for agencies', 'agencies', 'crm agencies'],
    ['for bookshops instead', 'bookshops', 'crm bookshops'],
    ['and for bookshops ?', 'bookshops', 'crm bookshops'],
    ['students instead', 'students', 'crm students'],
    ['with invoices', 'invoices', 'crm freelancers invoices'],
    ['what about invoices', 'invoices', undefined],
    ['not freelancers , schools', 'schools', 'crm schools'],
    ['never mind the freelancers part', 'freelancers part', 'crm'],
    ['forget the crm , a vpn', 'crm vpn', 'vpn'],
    ['not a crm for freelancers', 'crm', undefined],
  ])('"%s" after a crm for freelancers', (text, words, expected) => {
    expect(revised('a crm for freelancers', 'crm freelancers', words, text)).toBe(expected)
  })

  it.each([
    ['mac instead please', 'mac', 'note taking mac'],
    ['windows ?', 'windows', 'note taking windows'],
    ['for kids', 'kids', 'note taking ipad kids'],
    ['does not have to be for ipad', 'ipad', 'note taking'],
  ])('"%s" after note taking for ipad', (text, words, expected) => {
    expect(revised('note taking for ipad', 'note taking ipad', words, text)).toBe(expected)
  })

  it('takes away whole words', () => {
    const text = 'not accountants , bakers'
    expect(revised('a crm for accountants', 'crm accountants', 'bakers', text)).toBe('crm bakers')
  })

  it('keeps what is sought when only its sort is another', () => {
    const asked = 'chrome extensions for tabs'
    const text = 'slack ones instead'
    expect(revised(asked, 'chrome extensions tabs', 'slack', text)).toBe('slack extensions tabs')
    expect(revised('a crm', 'crm', 'slack', text)).toBe('slack crm')
  })
})
