import { describe, expect, it } from 'vitest'
import {
  DIGEST_VARIABLES,
  PUSH_VARIABLES,
  renderTemplate,
  templateText,
} from '../../../src/chat/setting/template-text.ts'

describe('templateText()', () => {
  it.each([
    'plain text',
    '{{message.data.text}}',
    '{{ message.data.text }} and more',
    '{{message.data.metadata.a.b}}',
    'a { brace } alone',
  ])('%j is a template of a push notification', (text) => {
    expect(templateText(PUSH_VARIABLES).safeParse(text).success).toBe(true)
  })

  it.each([
    '{{message.data.unknown}}',
    '{{message.data.metadata}}',
    '{{groupDetails.name}}',
    '{{{message.data.text}}}',
    '{{#message}}x{{/message}}',
    '{{> partial}}',
    '{{message.data.text',
    'closes }} nothing',
    '{{}}',
    'x'.repeat(1_001),
  ])('%j is none', (text) => {
    expect(templateText(PUSH_VARIABLES).safeParse(text).success).toBe(false)
  })

  it('each kind of notification has variables of its own', () => {
    expect(templateText(DIGEST_VARIABLES).safeParse('{{groupDetails.name}}').success).toBe(true)
    expect(templateText(DIGEST_VARIABLES).safeParse('{{message.data.text}}').success).toBe(false)
  })
})

describe('renderTemplate()', () => {
  const facts = { a: { text: '<b>&', count: 3, is: true, none: null, list: [1] } }

  it.each([
    ['a text, not escaped', '{{a.text}}!', '<b>&!'],
    ['a number and a truth', '{{a.count}} {{a.is}}', '3 true'],
    ['an unknown variable', '[{{a.other}}]', '[]'],
    ['a value that is not plain', '[{{a.none}}{{a.list}}{{a}}]', '[]'],
    ['an inherited property', '[{{a.constructor}}{{a.toString}}]', '[]'],
  ])('%s', (_name, template, rendered) => {
    expect(renderTemplate(template, facts)).toBe(rendered)
  })

  it('a long text is cut, and not through a character', () => {
    const rendered = renderTemplate('x{{a}}', { a: '🎈'.repeat(3_000) })
    expect(rendered.length).toBeLessThanOrEqual(4_000)
    expect(rendered.isWellFormed()).toBe(true)
  })
})
