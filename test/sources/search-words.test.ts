import { describe, expect, it } from 'vitest'
import { searchStems } from '../../src/sources/search-words.ts'

describe('searchWords()', () => {
  it.each([
    ['a Café in MÜNCHEN', 'cafe in munchen'],
    ["the freelancer's invoices", 'freelancers invoice'],
    ['３Ｄ models', '3d model'],
    ['note-taking; AI/CRM', 'note taking ai crm'],
    ['a to-do list', 'todo list'],
    ['e-mail and e-commerce', 'email ecommerce'],
    ['sign-in, add-on', 'signin addon'],
  ])('%j has the words of %j', (text, same) => {
    expect(searchStems(text)).toEqual(searchStems(same))
  })

  it.each([
    ['invoices', 'invoice', 'invoicing'],
    ['companies', 'company'],
    ['cookies', 'cookie'],
    ['boxes', 'box'],
    ['dishes', 'dish'],
    ['cases', 'case'],
    ['courses', 'course'],
    ['apis', 'api'],
    ['schedules', 'schedule', 'scheduling'],
    ['plans', 'plan', 'planning'],
    ['studies', 'study', 'studying'],
    ['days', 'day'],
    ['focused', 'focus', 'focusing'],
  ])('%s and %s have one form', (...forms) => {
    expect(new Set(forms.flatMap(searchStems)).size).toBe(1)
  })

  it.each([
    ['bus', 'business'],
    ['note', 'not'],
    ['app', 'api'],
    ['ring', 'r'],
    ['string', 'str'],
    ['news', 'newest'],
    ['speed', 'spe'],
  ])('%s and %s have different forms', (one, other) => {
    expect(searchStems(one)).not.toEqual(searchStems(other))
  })

  it('stop words are left out unless there are no others', () => {
    expect(searchStems('the best of all for a dog')).toEqual(searchStems('best all dog'))
    expect(searchStems('Who Is The')).toEqual(['who', 'is', 'the'])
  })

  it('a text without words has no words', () => {
    expect(searchStems(' \u0000\u001b 😀 — … ')).toEqual([])
  })

  it.each([
    ['日本語 Привет हिन्दी', ['日本語', 'Привет'.toLowerCase(), 'हिन्दी']],
    ['写真編集アプリ', ['写真', '編集', 'アプリ']],
    ['ﾌﾟﾛｼﾞｪｸﾄ管理', ['プロジェクト', '管理']],
    ['人工智能助手v2', ['人工', '智能', '助手', 'v2']],
    ['แอปแต่งรูป', ['แอป', 'แต่ง', 'รูป']],
    ['ພາສາລາວ', ['ພາສາ', 'ລາວ']],
    ['한국어를 배우는 앱', ['한국어를', '배우는', '앱']],
  ])('the words of %s are found', (text, words) => {
    expect(searchStems(text)).toEqual(words)
  })
})
