import { describe, expect, it } from 'vitest'
import { agUi } from '../../src/wires/ag-ui/ag-ui.ts'
import { readAsker } from '../../src/wires/asker.ts'
import { generate } from '../../src/wires/generate.ts'
import { ndjson } from '../../src/wires/ndjson.ts'
import { uiMessageStream } from '../../src/wires/ui-message-stream.ts'

const cometchatContext = { sender: { uid: 'ada', name: 'Ada' } }

describe('readAsker()', () => {
  it.each<[string, object]>([
    ['the body', { cometchatContext }],
    ['forwardedProps', { forwardedProps: { cometchatContext } }],
    ['runtimeContext', { runtimeContext: { cometchatContext } }],
    ['requestContext', { requestContext: { cometchatContext } }],
    ['_meta', { params: { _meta: { cometchatContext } } }],
    ['metadata', { params: { metadata: { cometchatContext } } }],
    ['the metadata of a message', { params: { message: { metadata: { cometchatContext } } } }],
    ['the user of AG-UI', { forwardedProps: { user: { id: 'ada', name: 'Ada' } } }],
  ])('reads the uid and the name in %s', (_place, body) => {
    expect(readAsker(body)).toMatchObject({ uid: 'ada', name: 'Ada' })
  })

  it.each<[string | undefined, object]>([
    ['ada', { user: 'ada' }],
    ['ada', { safety_identifier: 'ada' }],
    ['ada', { user: 'ada', safety_identifier: 'digest' }],
    ['7', { forwardedProps: { user: { id: 7 } } }],
    ['a b', { user: ' a\nb ' }],
    [undefined, { user: '\n' }],
    [undefined, { user: 'x'.repeat(201) }],
    [undefined, { user: true, forwardedProps: null, params: [], cometchatContext: 'ada' }],
  ])('reads the uid %s of %j', (uid, body) => {
    expect(readAsker(body).uid).toBe(uid)
  })

  it('reads the defaults of the question in the metadata of the message, or beside the sender', () => {
    const defaults = { timezone: 'Asia/Tokyo', locale: 'ja-JP' }
    const other = { timezone: 'UTC' }
    expect(readAsker({ cometchatContext: { messageMetadata: defaults } })).toMatchObject(defaults)
    expect(readAsker({ cometchatContext: { ...defaults } })).toMatchObject(defaults)
    const both = { cometchatContext: { ...other, messageMetadata: defaults } }
    expect(readAsker(both)).toMatchObject(defaults)
  })

  it.each(Object.entries({ agUi, generate, ndjson, uiMessageStream }))(
    'reads what %s sends to agents of others',
    (_name, wire) => {
      const timezone = 'Asia/Tokyo'
      const asker = { uid: 'ada', name: 'Ada', isInGroup: true, timezone, locale: 'ja-JP' }
      const input = { threadId: 't', runId: 'r', messages: [], asker }
      expect(readAsker(wire.body(input, 'ranking'))).toEqual(asker)
    },
  )
})
