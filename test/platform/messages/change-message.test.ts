import { describe, expect, it } from 'vitest'
import { messages } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { importPeople, text } from '../people.fixture.ts'

const LATER = new Date(NOW.getTime() + 60_000)
const LATER_SECONDS = LATER.getTime() / 1000

async function platform() {
  let now = NOW
  const made = await testPlatform({ now: () => now })
  await importPeople(made.call)
  const { call } = made
  const send = async (from: string, body: object) =>
    (await call('POST', '/v3/messages', { as: from, body })).body.data
  const sent = await send('ann', text('bob', 'Helo', { tags: ['a'], muid: 'm' }))
  now = LATER
  const edit = (words: string, as?: string, id = sent.id) =>
    call('PUT', `/v3/messages/${id}`, { body: { data: { text: words } }, ...(as && { as }) })
  return { ...made, send, sent, edit }
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body.error?.code}`

describe('PUT /v3/messages/{id}', () => {
  it('editing a message changes its text and sets editedAt', async () => {
    const { call, sent, edit } = await platform()
    const { status, body } = await edit('Hello', 'ann')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{ id: sent.id, muid: 'm', sentAt: sent.sentAt, tags: ['a'], data: { text: 'Hello' } },
      ...{ updatedAt: LATER_SECONDS, editedAt: LATER_SECONDS },
    })
    expect((await call('GET', `/v3/messages/${sent.id}`, { as: 'ann' })).body).toEqual(body)
  })

  it('only the sender and servers may edit a message', async () => {
    const { edit } = await platform()
    expect(codeOf(await edit('No', 'bob'))).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect(codeOf(await edit('No', 'cas'))).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect((await edit('Moderated')).body.data).toMatchObject({ data: { text: 'Moderated' } })
  })

  it('a sender who was banned from the group may not edit', async () => {
    const { call, send, edit } = await platform()
    const { id } = await send('bob', text('harbor', 'Ahoy'))
    const member = { memberId: 'm', guid: 'harbor', uid: 'bob', isBanned: true }
    await call('POST', '/v3/data_import/members', { body: { members: { m: member } } })
    expect(codeOf(await edit('Still here', 'bob', id))).toBe('403 ERR_MESSAGE_NO_ACCESS')
  })

  it('an edit must satisfy the rules of the message type', async () => {
    const { call, sent } = await platform()
    const change = (body: object) => call('PUT', `/v3/messages/${sent.id}`, { as: 'ann', body })
    const wrong = [{}, { data: {} }, { data: { text: ' ' } }, { data: { text: 1 } }]
    const fields = []
    for (const body of wrong) {
      const answer = await change(body)
      expect(codeOf(answer)).toBe('400 ERR_BAD_REQUEST')
      fields.push(Object.keys(answer.body.error.details)[0])
    }
    expect(fields).toEqual(['data', 'data.text', 'data.text', 'data.text'])
  })

  it("an edit keeps the answer's calls", async () => {
    const { database, edit, call, sent } = await platform()
    const answer = { status: 'finished', replyTo: sent.id, toolCalls: [], toolResults: [] }
    const [row] = await database
      .insert(messages)
      .values({
        ...{ sender: 'bob', receiver: 'ann', receiverType: 'user', category: 'message' },
        ...{ type: 'text', data: { text: 'Hi', answer }, runId: 'r', sentAt: 1, updatedAt: 1 },
      })
      .returning()
    const id = String(row!.id)
    expect((await edit('Better', undefined, id)).body.data.data).toMatchObject({
      text: 'Better',
      answer,
    })
    expect((await call('GET', `/v3/messages/${id}`)).body.data.data.answer).toEqual(answer)
  })

  it('a message sent again under its muid leaves the edited one unchanged', async () => {
    const { call, edit, sent } = await platform()
    await edit('Hello', 'ann')
    const body = text('bob', 'Helo', { tags: ['a'], muid: 'm' })
    const again = await call('POST', '/v3/messages', { as: 'ann', body })
    expect(again.body.data).toMatchObject({ id: sent.id, data: { text: 'Hello' } })
  })
})

describe('DELETE /v3/messages/{id}', () => {
  it('a deleted message keeps its id and place, and loses its content and reactions', async () => {
    const { call, send, sent } = await platform()
    const next = await send('bob', text('ann', 'Next'))
    await call('POST', `/v3/messages/${sent.id}/reactions/:wave:`, { as: 'bob' })
    const { status, body } = await call('DELETE', `/v3/messages/${sent.id}`, { as: 'ann' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: sent.id, deletedAt: LATER_SECONDS, sender: 'ann' })
    expect(Object.keys(body.data.data)).toEqual(['entities'])
    expect(body.data).not.toHaveProperty('tags')
    const again = await call('DELETE', `/v3/messages/${sent.id}`, { as: 'ann' })
    expect(again.body).toEqual(body)

    const list = await call('GET', '/v3/users/bob/messages', { as: 'ann' })
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([sent.id, next.id])
    expect(JSON.stringify(list.body)).not.toMatch(/Helo|wave/)
    const reactions = await call('GET', `/v3/messages/${sent.id}/reactions`, { as: 'ann' })
    expect(reactions.body.data).toEqual([])
  })

  it('only the sender and servers may delete a message, and a deleted one cannot change', async () => {
    const { call, sent, edit } = await platform()
    const remove = (as?: string) =>
      call('DELETE', `/v3/messages/${sent.id}`, as === undefined ? {} : { as })
    expect(codeOf(await remove('bob'))).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect((await remove()).status).toBe(200)
    expect(codeOf(await edit('Back', 'ann'))).toBe('409 ERR_MESSAGE_DELETED')
    const path = `/v3/messages/${sent.id}/reactions/:wave:`
    expect(codeOf(await call('POST', path, { as: 'bob' }))).toBe('409 ERR_MESSAGE_DELETED')
    expect((await call('DELETE', path, { as: 'bob' })).status).toBe(200)
    expect(codeOf(await call('DELETE', '/v3/messages/999'))).toBe('404 ERR_MESSAGE_ID_NOT_FOUND')
  })
})
