import type { IncomingWebhookSendArguments } from '@slack/webhook'
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveries, watches as watchRows, watchTargets } from '../../src/storage/watch-schema.ts'
import { createWatches } from '../../src/watches/watches.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import {
  type Answer,
  type Question,
  reply,
  startUpstream,
  type Upstream,
} from '../helper/upstream-server.ts'
import { importPeople } from '../platform/people.fixture.ts'
import { HOUR, setup } from './watch.fixture.ts'

let receiver: Upstream
beforeAll(async () => {
  receiver = await startUpstream(reply('{}'))
})
beforeEach(() => {
  receiver.questions.length = 0
  receiver.answerWith(reply('{}'))
})
afterAll(() => receiver.stop())

const webhook = () => `${receiver.url}/hook`
const TEN = { when: { votes: 10 } }

/** A watch that has something to tell. */
async function telling(to: object[], extra: object = {}) {
  const all = await setup()
  const { launch, read, create, watches, deps } = all
  launch('a')
  read({ a: 1 })
  const stored = await create({ ...TEN, to, ...extra })
  read({ a: 11 })
  await watches.evaluate()
  const { id } = stored.watch
  /** So much later, by the clock of the database. */
  const wait = (ms: number) =>
    deps.database.update(deliveries).set({
      dueAtMs: sql`due_at_ms - ${ms}`,
      leasedUntilMs: sql`leased_until_ms - ${ms}`,
    })
  const row = async () => (await deps.database.select().from(deliveries))[0]
  const inMs = async () => ((await row())?.dueAtMs ?? 0) - Date.now()
  return { ...all, ...stored, id, wait, row, inMs }
}

const header = ({ headers }: Question, name: string) => String(headers[name])
const headersOf = (question: Question) =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      header(question, name),
    ]),
  )

describe('a webhook of Standard Webhooks', () => {
  it('is verified by the reference library, with its secret alone', async () => {
    const { secret = '', watches, state } = await telling([{ webhook: webhook() }])
    state.now = Date.now()
    await watches.deliver()
    const [question] = receiver.questions
    const verified = (key: string) => new Webhook(key).verify(question!.body, headersOf(question!))
    expect(() => verified(`whsec_${btoa('another secret of 24 byt')}`)).toThrow()
    expect(verified(secret)).toMatchObject({
      type: 'launch.votes',
      data: { title: '10 votes', items: [{ votes: 11, level: 10, product: { id: 'a' } }] },
    })
  })

  it('after a change both secrets sign for 24 hours, and are stored encrypted', async () => {
    const dataKey = crypto.getRandomValues(new Uint8Array(32))
    const { deps, state } = await setup()
    const watches = createWatches({ ...deps, dataKey })
    const body = { digest: 'daily', topic: undefined, to: [{ webhook: webhook() }] } as const
    const first = await watches.create('', body as never)
    const { id } = first.watch
    const second = await watches.change('', id, { rotateSecret: true })
    const [row] = await deps.database.select().from(watchRows).where(eq(watchRows.id, id))
    const [target] = await deps.database.select().from(watchTargets)
    expect(JSON.stringify([row, target])).not.toMatch(/whsec_|hook/)

    const verifies = async () => {
      await watches.test('', id)
      const question = receiver.questions.at(-1)!
      return [first.secret, second.secret].map((secret = '') => {
        const header = headersOf(question)['webhook-signature'] ?? ''
        return header.split(' ').some((signature) => {
          const headers = { ...headersOf(question), 'webhook-signature': signature }
          try {
            return Boolean(new Webhook(secret).verify(question.body, headers))
          } catch {
            return false
          }
        })
      })
    }
    state.now = Date.now()
    await deps.database.update(watchRows).set({ rotatedAtMs: state.now - 23 * HOUR })
    expect(await verifies()).toEqual([true, true])
    await deps.database.update(watchRows).set({ rotatedAtMs: state.now - 25 * HOUR })
    expect(await verifies()).toEqual([false, true])
  })
})

describe('a receiver that fails', () => {
  it('gets the message again under the same id, 5 seconds and then 5 minutes later', async () => {
    const { watches, wait, row, inMs } = await telling([{ webhook: webhook() }])
    receiver.answerWith(reply('not today', 500))
    await watches.deliver()
    expect(await inMs()).toBeGreaterThan(3_000)
    expect(await inMs()).toBeLessThan(5_600)
    expect(await row()).toMatchObject({ state: 'pending', attempts: 1, outcome: '500: not today' })
    await wait(6_000)
    await watches.deliver()
    expect(await inMs()).toBeGreaterThan(290_000)
    receiver.answerWith(reply(''))
    await wait(400_000)
    await watches.deliver()
    expect(await row()).toMatchObject({ state: 'done', attempts: 3, outcome: '200' })
    const ids = receiver.questions.map((question) => header(question, 'webhook-id'))
    expect(ids).toHaveLength(3)
    expect(new Set(ids)).toEqual(new Set([(await row())?.id]))
  })

  it('is asked as late as it says, in a header or as Telegram does in its body', async () => {
    const telegram = { token: '123456:abcdefghijklmnopqrstuvwxyz', chat: '@us' }
    const all = await telling([{ telegram }])
    const watches = createWatches({ ...all.deps, telegramUrl: receiver.url })
    receiver.answerWith(reply('{"ok":false,"parameters":{"retry_after":120}}', 429))
    await watches.deliver()
    expect(await all.inMs()).toBeGreaterThan(110_000)
    expect(await all.inMs()).toBeLessThan(121_000)
    receiver.answerWith(reply('', 503, { 'retry-after': '7200' }))
    await all.wait(130_000)
    await watches.deliver()
    expect(await all.inMs()).toBeGreaterThan(7_100_000)
    expect(receiver.questions[0]?.path).toBe(`/bot${telegram.token}/sendMessage`)
  })

  it('that is gone, or fails for five days, is switched off, and says so until it is tried again', async () => {
    const { watches, id, deps, wait } = await telling([{ webhook: webhook() }])
    receiver.answerWith(reply('gone', 410))
    await watches.deliver()
    expect((await watches.get('', id)).to).toMatchObject([{ disabled: '410: gone' }])
    receiver.answerWith(reply('no', 500))
    const [failed] = await watches.deliveries('', id)
    expect(await watches.retry('', id, failed!.id)).toMatchObject({
      id: failed!.id,
      state: 'pending',
    })
    const set = { failingSinceMs: sql`failing_since_ms - ${6 * 24 * HOUR}` }
    await deps.database.update(watchTargets).set(set)
    await wait(6_000)
    await watches.deliver()
    expect((await watches.get('', id)).to).toMatchObject([
      { disabled: 'five days without a success: 500: no' },
    ])
    expect(await watches.deliveries('', id)).toMatchObject([
      { state: 'failed', nextAttemptAt: null },
    ])
  })

  it('that never answers, or redirects, costs an attempt', async () => {
    const { watches, row } = await telling([{ webhook: webhook() }])
    receiver.answerWith(reply('', 302, { location: 'http://127.0.0.1/' }))
    await watches.deliver()
    expect(await row()).toMatchObject({ outcome: '302: redirects are not followed' })
  })

  it('a process that dies while it sends leaves the message to others', async () => {
    const { watches, deps, wait } = await telling([{ webhook: webhook() }])
    await deps.database
      .update(deliveries)
      .set({ attempts: 1, leasedUntilMs: sql`due_at_ms + 30000` })
    await watches.deliver()
    expect(receiver.questions).toHaveLength(0)
    await wait(31_000)
    await watches.deliver()
    expect(receiver.questions).toHaveLength(1)
  })
})

describe('the request that a receiver gets', () => {
  const text = 'Launch a has passed 10 votes: it has 11'
  const link = 'https://example.org/a'
  const block = { type: 'TextBlock', wrap: true }
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...block, text: '10 votes', weight: 'Bolder', size: 'Medium' },
      { ...block, text: `[${text}](${link})` },
    ],
  }
  const bodies = {
    slack: {
      text: `*10 votes*\n• <${link}|${text}>`,
    } satisfies IncomingWebhookSendArguments,
    discord: {
      embeds: [{ title: '10 votes', description: `- ${text} [↗](<${link}>)` }],
      allowed_mentions: { parse: [] },
    } satisfies RESTPostAPIWebhookWithTokenJSONBody,
    teams: {
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
      ],
    },
    ntfy: { topic: 'hook', title: '10 votes', message: text, click: link },
  }

  it.each(Object.entries(bodies))('%s: its body, as JSON, at its address', async (format, body) => {
    const { watches, row } = await telling([{ webhook: webhook(), format }])
    await watches.deliver()
    const [question] = receiver.questions
    expect(question).toMatchObject({ method: 'POST', path: format === 'ntfy' ? '/' : '/hook' })
    expect(header(question!, 'content-type')).toBe('application/json')
    expect(question!.headers).not.toHaveProperty('webhook-signature')
    expect(JSON.parse(question!.body)).toEqual(body)
    expect(await row()).toMatchObject({ state: 'done', outcome: '200' })
  })

  it('an e-mail has the text of all launches, and fails as other messages do', async () => {
    const all = await telling([{ webhook: webhook() }])
    const sendEmail = vi.fn(async () => ({}))
    const watches = createWatches({ ...all.deps, sendEmail })
    await watches.change('', all.id, { to: [{ email: 'ann@launch.example' }] })
    sendEmail.mockRejectedValueOnce(new Error('destination address is not verified'))
    const [failed] = await watches.test('', all.id)
    expect(failed).toMatchObject({ kind: 'email', state: 'pending', attempts: 1 })
    const sent = await watches.retry('', all.id, failed!.id)
    expect(sent).toMatchObject({ id: failed!.id, state: 'done', outcome: 'sent' })
    const subject = 'A test of the watch “10 votes”'
    expect(sendEmail).toHaveBeenLastCalledWith({ to: 'ann@launch.example', subject, text: subject })
  })
})

it('a message of the chat platform arrives there, under the id of its delivery', async () => {
  const platform = { onBehalfOf: 'ann', receiver: 'bob', receiverType: 'user' }
  const to = [{ platform: { url: `${receiver.url}/v3/`, apikey: KEY, ...platform } }]
  const { deps, watches, row } = await telling(to)
  const { app, call } = await testPlatform({ database: deps.database })
  await importPeople(call)
  receiver.answerWith(({ method, path, headers: given, body }, response) => {
    const headers = new Headers(given as Record<string, string>)
    const answered = app.request(path, { method, headers, body })
    void answered.then(({ status }) => response.writeHead(status).end())
  })
  await watches.deliver()
  expect(await row()).toMatchObject({ state: 'done', outcome: '200' })
  const { body } = await call('GET', '/v3/users/ann/messages', { as: 'bob' })
  expect(body.data).toMatchObject([
    { sender: 'ann', muid: (await row())?.id, data: { text: expect.stringContaining('Launch a') } },
  ])
})

it('a host gets one message at a time, and all of them six, however many processes send', async () => {
  const { launch, read, create, deps } = await setup()
  const hosts = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const open = { now: 0, most: 0 }
      const answer: Answer = (_question, response) => {
        open.now += 1
        open.most = Math.max(open.most, open.now)
        all.now += 1
        all.most = Math.max(all.most, all.now)
        setTimeout(() => {
          open.now -= 1
          all.now -= 1
          response.end('{}')
        }, 20)
      }
      return { open, ...(await startUpstream(answer)) }
    }),
  )
  const all = { now: 0, most: 0 }
  launch('a')
  read({ a: 1 })
  for (const { url } of [...hosts, ...hosts]) await create({ ...TEN, to: [{ webhook: url }] })
  read({ a: 11 })
  const processes = [1, 2, 3].map(() => createWatches(deps))
  await processes[0]?.evaluate()
  while ((await deps.database.$count(deliveries, eq(deliveries.state, 'pending'))) > 0) {
    await Promise.all(processes.map(({ deliver }) => deliver()))
  }
  expect(hosts.map(({ open, questions }) => [open.most, questions.length])).toEqual(
    Array(8).fill([1, 2]),
  )
  expect(all.most).toBeGreaterThan(2)
  expect(all.most).toBeLessThanOrEqual(6)
  await Promise.all(hosts.map(({ stop }) => stop()))
})
