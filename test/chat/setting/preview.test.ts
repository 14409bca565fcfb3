import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { importPeople } from '../people.fixture.ts'

const SETTINGS = '/v3/notifications/v1/settings'

async function previews() {
  const { call } = await testPlatform()
  const preview = (body: unknown) => call('POST', `${SETTINGS}/preview`, { body })
  return {
    call,
    preview,
    change: (body: unknown) => call('PATCH', SETTINGS, { body }),
    /** What one text says of a message. */
    say: async (body: string, message: unknown) => {
      const answer = await preview({ template: 'textMessageTemplate', texts: { body }, message })
      return answer.body.data?.rendered.body ?? answer.body
    },
  }
}

const MESSAGE = {
  receiverType: 'group',
  data: {
    text: 'Fish & <b>chips</b> at "noon" {{message.data.text}}',
    entities: {
      sender: { entity: { name: 'Ann' }, entityType: 'user' },
      receiver: { entity: { name: 'Harbor' }, entityType: 'group' },
    },
    interactiveData: { title: 'Order', text: 'What would you like?' },
  },
}

describe('POST /v3/notifications/v1/settings/preview', () => {
  it('a preview takes a message as the platform returns it', async () => {
    const { call, preview } = await previews()
    await importPeople(call)
    const body = { receiver: 'harbor', receiverType: 'group', data: { text: 'Ahoy' } }
    const sent = await call('POST', '/v3/messages', { body, as: 'ann' })
    const answer = await preview({ template: 'textMessageTemplate', message: sent.body.data })
    expect(answer.body.data.rendered).toMatchObject({ titleGroup: 'ANN in Harbor', body: 'Ahoy' })
  })

  it('a preview renders the stored template in the variant that is sent', async () => {
    const { change, preview } = await previews()
    const body = 'Psst'
    const ask = { template: 'textMessageTemplate', message: MESSAGE }
    const variant = async (more = {}) => (await preview({ ...ask, ...more })).body.data
    await change({ templates: { textMessageTemplatePrivacy: { body }, usePrivacyTemplate: 2 } })
    expect(await variant()).toMatchObject({ variant: 'Privacy', rendered: { body } })
    expect(await variant({ variant: 'Default' })).toMatchObject({ variant: 'Default' })
    for (const usePrivacyTemplate of [1, 3]) {
      await change({ templates: { usePrivacyTemplate } })
      expect(await variant()).toMatchObject({ variant: 'Default' })
      expect(await variant({ variant: 'Privacy' })).toMatchObject({ rendered: { body } })
    }
  })

  it('a preview knows every template, and Privacy variants show no text of the message', async () => {
    const { call, preview } = await previews()
    const { templates } = (await call('GET', SETTINGS)).body.data
    const kinds = Object.keys(templates).filter((name) => name.endsWith('Default'))
    expect(kinds).toHaveLength(9)
    for (const name of kinds) {
      const template = name.replace('Default', '')
      const full = await preview({ template, message: MESSAGE })
      expect(Object.keys(full.body.data.rendered)).toEqual(Object.keys(templates[name]))
      for (const text of Object.values(full.body.data.rendered)) {
        expect(text).not.toMatch(
          name.startsWith('text') || name.startsWith('custom') ? /^$/ : /\{\{|^$/,
        )
      }
      const bare = await preview({ template, variant: 'Privacy', message: MESSAGE })
      expect(JSON.stringify(bare.body)).not.toMatch(/Ann|Harbor|chips|Order|would/)
    }
  })

  it('a preview of e-mail and SMS counts messages and names group and sender', async () => {
    const { preview } = await previews()
    const ask = { template: 'emailSubjectTemplate', message: MESSAGE }
    expect((await preview(ask)).body.data.rendered).toEqual({
      subjectGroup: 'New messages in Harbor: 1',
      subjectOneOnOne: 'New messages from Ann: 1',
    })
    const more = { messages: [1, 2, 3], groupDetails: { name: 'G' }, senderDetails: { name: 'S' } }
    expect((await preview({ ...ask, ...more })).body.data.rendered).toEqual({
      subjectGroup: 'New messages in G: 3',
      subjectOneOnOne: 'New messages from S: 3',
    })
  })

  it('a preview can try texts without storing them', async () => {
    const { call, preview } = await previews()
    const before = (await call('GET', SETTINGS)).body
    const texts = { titleGroup: '{{ message.data.metadata.order.no }}!' }
    const message = { data: { metadata: { order: { no: 7 } } } }
    const answer = await preview({ template: 'textMessageTemplate', texts, message })
    expect(answer.body.data.rendered).toEqual({ titleOneOnOne: '', titleGroup: '7!', body: '' })
    expect((await call('GET', SETTINGS)).body).toEqual(before)
  })

  it('a preview of an invalid template or unknown field is an error', async () => {
    const { preview } = await previews()
    const wrong = {
      body: '{{',
      titleOneOnOne: null,
      bodyGroup: 'x',
      titleGroup: '{{messages.length}}',
    }
    for (const [name, text] of Object.entries(wrong)) {
      const ask = { template: 'textMessageTemplate', texts: { [name]: text }, message: {} }
      const { status, body } = await preview(ask)
      expect([status, Object.keys(body.error.details)]).toEqual([400, [`texts.${name}`]])
    }
  })

  it('an invalid preview request is an error that names the path', async () => {
    const { preview } = await previews()
    const ask = { template: 'textMessageTemplate', message: {} }
    const wrongs: [field: string, body: unknown][] = [
      ['message', { template: 'textMessageTemplate' }],
      ['message', { ...ask, message: 'hello' }],
      ['template', { ...ask, template: 'textMessageTemplateDefault' }],
      ['template', { ...ask, template: '__proto__' }],
      ['variant', { ...ask, variant: 'privacy' }],
      ['messages', { ...ask, messages: 3 }],
      ['texts', { ...ask, texts: 'x' }],
      ['other', { ...ask, other: 1 }],
      ['body', null],
    ]
    for (const [field, body] of wrongs) {
      const answer = await preview(body)
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]])
    }
  })

  it('a value that is not plain is rendered as nothing', async () => {
    const { say } = await previews()
    for (const text of [null, {}, [], { toString: 'x' }, [['y']]]) {
      expect(await say('<{{message.data.text}}>', { data: { text } })).toBe('<>')
    }
    for (const text of [0, 1.5, false, true, '', ' ']) {
      expect(await say('<{{message.data.text}}>', { data: { text } })).toBe(`<${text}>`)
    }
    for (const message of [{}, { data: null }, { data: 'text' }, { data: [] }]) {
      expect(await say('<{{message.data.text}}>', message)).toBe('<>')
    }
  })

  it('inherited properties are not rendered, and values are not rendered as templates', async () => {
    const { say } = await previews()
    for (const name of [
      'constructor.name',
      'toString.name',
      '__proto__.constructor.name',
      'length',
    ]) {
      const message = { data: { metadata: { a: 'text' }, text: '{{message.data.metadata.a}}' } }
      expect(await say(`<{{message.data.metadata.${name}}}>`, message)).toBe('<>')
      expect(await say(`<{{message.data.metadata.a.${name}}}>`, message)).toBe('<>')
      expect(await say('{{message.data.text}}', message)).toBe('{{message.data.metadata.a}}')
    }
  })

  it('a long rendering is cut between characters', async () => {
    const { preview, say } = await previews()
    const variable = '{{message.data.text}}'
    const data = { text: `a${'🎉'.repeat(100_000)}` }
    expect(await say(variable, { data })).toBe(`a${'🎉'.repeat(1999)}`)
    expect(await say(`b${variable}`, { data })).toBe(`ba${'🎉'.repeat(1999)}`)
    expect(await say(`🎉${variable.repeat(40)}`, { data })).toBe(`🎉a${'🎉'.repeat(1998)}`)
    const many = { template: 'textMessageTemplate', message: { data } }
    expect(JSON.stringify((await preview(many)).body).length).toBeLessThan(5000)
  })

  it('a template renders its texts and values in order, whatever they contain', async () => {
    const { say } = await previews()
    const words = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replace(/[{}]/g, ''))
    const names = ['text', 'metadata.a', 'customData.b.c', 'interactiveData.title'] as const
    const part = fc.oneof(
      words.map((text) => ({ text })),
      fc.constantFrom(...names).map((name) => ({ name })),
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{', '}}', '$&', '&amp;'),
    )
    const values = fc.array(
      value.map((text) => text.toWellFormed()),
      { minLength: 4, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), values, async (parts, [a, b, c, d]) => {
        const held = { text: a, 'metadata.a': b, 'customData.b.c': c, 'interactiveData.title': d }
        const data = {
          text: a,
          metadata: { a: b },
          customData: { b: { c } },
          interactiveData: { title: d },
        }
        const text = parts.map((one) => ('text' in one ? one.text : `{{message.data.${one.name}}}`))
        const expected = parts.map((one) => ('text' in one ? one.text : held[one.name]))
        expect(await say(text.join(''), { data })).toBe(expected.join(''))
      }),
      { numRuns: 100 },
    )
  })
})
