import { excerpt } from '../core/printable.ts'
import type { WatchItem, WatchMessage } from './message.ts'
import type { Format } from './target.ts'

// The body that each service reads. Limits and escapes follow the service's documentation.

const SIMULATED = 'The votes of the sample are simulated.'

/** The lines below the title: one for each launch, then the notes. */
function linesOf(
  message: WatchMessage,
  write: (item: WatchItem) => string,
  maxCharacters: number,
): string[] {
  const { type, items, more, stale, simulated } = message
  const notes = [
    ...(type === 'watch.digest' && items.length === 0 ? ['There were no launches.'] : []),
    ...(stale ? ['The last votes of the period are missing.'] : []),
    ...(simulated ? [SIMULATED] : []),
  ]
  let left = maxCharacters - notes.join('\n').length - 30
  const written = items.map(write).filter((line) => {
    left -= line.length + 1
    return left >= 0
  })
  const omitted = more + items.length - written.length
  return [...written, ...(omitted > 0 ? [`…and ${omitted} more`] : []), ...notes]
}

const NAME_CHARACTERS = 300
const textOf = ({ text }: WatchItem) => excerpt(text, NAME_CHARACTERS)
const plain = (message: WatchMessage, maxCharacters: number) =>
  linesOf(message, (item) => textOf(item), maxCharacters).join('\n')

/** For Slack, Mattermost and Google Chat, which accepts no other field than `text`. */
export function slack(message: WatchMessage) {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const link = (item: WatchItem) =>
    item.product.url
      ? `<${encodeURI(item.product.url)}|${escaped(textOf(item)).replaceAll('|', '¦')}>`
      : escaped(textOf(item))
  const lines = linesOf(message, (item) => `• ${link(item)}`, 3_500)
  return { text: [`*${escaped(message.title)}*`, ...lines].join('\n') }
}

/** No name of a launch can mention a user. */
export function discord(message: WatchMessage) {
  const escaped = (text: string) => text.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')
  const line = (item: WatchItem) =>
    `- ${escaped(textOf(item))}${item.product.url ? ` [↗](<${encodeURI(item.product.url)}>)` : ''}`
  const description = linesOf(message, line, 4_000).join('\n')
  const title = excerpt(message.title, 250)
  return { embeds: [{ title, description }], allowed_mentions: { parse: [] } }
}

/** An Adaptive Card, as workflows in Teams post it. */
export function teams(message: WatchMessage) {
  const escaped = (text: string) => text.replace(/[\\*_[\]()#-]/g, '\\$&')
  const line = (item: WatchItem) =>
    item.product.url
      ? `[${escaped(textOf(item))}](${encodeURI(item.product.url)})`
      : escaped(textOf(item))
  const block = (text: string) => ({ type: 'TextBlock', text, wrap: true })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...block(escaped(message.title)), weight: 'Bolder', size: 'Medium' },
      ...linesOf(message, line, 15_000).map(block),
    ],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

function ntfy(message: WatchMessage, topic: string) {
  const click = message.items[0]?.product.url
  const text = plain(message, 1_300)
  return {
    topic,
    title: excerpt(message.title, 200),
    message: text === '' ? message.title : text,
    ...(click && { click }),
  }
}

/** The fields of Standard Webhooks: https://www.standardwebhooks.com */
function standard({ type, timestamp, ...data }: WatchMessage) {
  return { type, timestamp, data }
}

/** For `sendMessage` of a bot, as plain text: nothing needs an escape. */
export function telegram(message: WatchMessage, chat: string | number) {
  return {
    chat_id: chat,
    text: `${message.title}\n${plain(message, 3_500)}`,
    link_preview_options: { is_disabled: true },
  }
}

/** For e-mail, and for a message of the chat platform. */
export function plainText(message: WatchMessage): string {
  const line = (item: WatchItem) =>
    `${textOf(item)}${item.product.url ? `\n  ${item.product.url}` : ''}`
  return [message.title, ...linesOf(message, line, 8_000)].join('\n')
}

/** The body of a webhook, and its address. */
export function webhookRequest(message: WatchMessage, format: Format, url: string) {
  if (format !== 'ntfy') return { url, body: { standard, slack, discord, teams }[format](message) }
  // ntfy takes JSON at the root of the server.
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const topic = decodeURIComponent(parts.pop() ?? '')
  return { url: [origin, ...parts, ''].join('/'), body: ntfy(message, topic) }
}
