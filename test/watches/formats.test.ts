import { createRequire } from 'node:module'
import type { IncomingWebhookSendArguments } from '@slack/webhook'
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import { describe, expect, it } from 'vitest'
import {
  discord,
  plainText,
  slack,
  teams,
  telegram,
  webhookRequest,
} from '../../src/watches/formats.ts'
import { WatchMessage } from '../../src/watches/message.ts'
import { type Format, WEBHOOK_FORMATS } from '../../src/watches/target.ts'

const url = 'https://receiver.example/up/launches'

function messageOf(name: string, count = 1, tagline = ''): WatchMessage {
  const product = {
    ...{ id: 'p', name, tagline, url: 'https://example.org/a b?c=|d', imageUrl: null },
    ...{ votesCount: 512, commentsCount: 1, launchedAt: null, topics: [] },
  }
  const item = {
    event: 'launch.votes' as const,
    text: `${name} has passed 500 votes`,
    product,
    votes: 512,
  }
  return {
    type: 'launch.votes',
    timestamp: '2026-11-20T12:00:00.000Z',
    watch: { id: 'w', name: '500 votes' },
    title: '500 votes',
    items: Array.from({ length: count }, () => item),
    more: 3,
    simulated: true,
  }
}

const bodyOf = (format: Format, message: WatchMessage) => webhookRequest(message, format, url).body

/** The library of Adaptive Cards is built for browsers, but reads cards anywhere. */
function cardIssues(json: unknown) {
  Object.assign(globalThis, { self: globalThis })
  const cards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js')
  const context = new cards.SerializationContext(cards.Versions.v1_4)
  const card = new cards.AdaptiveCard()
  card.parse(json, context)
  const issues = Array.from(
    { length: context.eventCount },
    (_, at) => context.getEventAt(at).message,
  )
  return { issues, json: card.toJSON() }
}

describe('webhookRequest()', () => {
  it('a digest without launches says so', () => {
    const digest: WatchMessage = { ...messageOf('', 0), type: 'watch.digest', more: 0 }
    expect(slack(digest).text.split('\n')[1]).toBe('There were no launches.')
  })

  it('Slack, Mattermost and Google Chat get text alone, whose signs and links are escaped', () => {
    const body: IncomingWebhookSendArguments = slack(messageOf('<!channel> A & B|C'))
    expect(body).toEqual({
      text: [
        '*500 votes*',
        '• <https://example.org/a%20b?c=%7Cd|&lt;!channel&gt; A &amp; B¦C has passed 500 votes>',
        '…and 3 more',
        'The votes of the sample are simulated.',
      ].join('\n'),
    })
  })

  it('Discord gets an embed that mentions nobody', () => {
    const body: RESTPostAPIWebhookWithTokenJSONBody = discord(messageOf('@everyone *x*'))
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.embeds).toEqual([
      {
        title: '500 votes',
        description: expect.stringContaining(
          '- \\@everyone \\*x\\* has passed 500 votes [↗](<https://example.org/a%20b?c=%7Cd>)\n',
        ),
      },
    ])
  })

  it('Teams gets an Adaptive Card 1.4 that the library of the cards reads without an issue', () => {
    const { attachments } = teams(messageOf('[A](https://evil.example) *x*', 20))
    const { contentType, content } = attachments[0]!
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
    const { issues, json } = cardIssues(content)
    expect(issues).toEqual([])
    expect(json).toEqual(content)
    expect(cardIssues({ ...content, body: [{ type: 'Nothing' }] }).issues).toHaveLength(1)
  })

  it('ntfy gets JSON at its root, with the topic from the address', () => {
    const { url: root, body } = webhookRequest(messageOf('A'), 'ntfy', url)
    expect(root).toBe('https://receiver.example/up/')
    expect(body).toMatchObject({ topic: 'launches', title: '500 votes', click: expect.any(String) })
  })

  it('no service gets more than it takes, whatever launches are called', () => {
    const message = messageOf('🚀'.repeat(400), 20, 'x'.repeat(300))
    const sizes = Object.fromEntries(
      WEBHOOK_FORMATS.map((format) => [format, JSON.stringify(bodyOf(format, message))]),
    )
    expect(JSON.parse(sizes.discord ?? '').embeds[0].description.length).toBeLessThanOrEqual(4_096)
    expect(new TextEncoder().encode(sizes.teams).length).toBeLessThan(28 * 1024)
    expect(
      new TextEncoder().encode(JSON.parse(sizes.ntfy ?? '').message).length,
    ).toBeLessThanOrEqual(4_096)
    expect(JSON.parse(sizes.slack ?? '').text.length).toBeLessThan(4_000)
    expect(telegram(message, '@us').text.length).toBeLessThanOrEqual(4_096)
    expect(plainText(message).length).toBeLessThan(9_000)
  })

  it('Standard Webhooks get the type, the instant and the data of the message', () => {
    const { type, timestamp, ...data } = messageOf('A')
    expect(bodyOf('standard', messageOf('A'))).toEqual({ type, timestamp, data })
    expect(WatchMessage.parse({ type, timestamp, ...data })).toEqual(messageOf('A'))
  })
})
