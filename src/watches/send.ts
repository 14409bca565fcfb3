import { ABOUT } from '../core/about.ts'
import { AppError } from '../core/error.ts'
import { excerpt, printable } from '../core/printable.ts'
import type { GuardedFetch, GuardedResponse } from '../core/upstream/guarded-fetch.ts'
import { retryAfterMs, secondsInMs } from '../core/upstream/retry-after.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { plainText, telegram, webhookRequest } from './formats.ts'
import type { Message } from './message.ts'
import { formatOf, type Target } from './target.ts'
import type { WatchDeps } from './watch-deps.ts'

const TIMEOUT_MS = 15_000
const MAX_EXCERPT = 200

/** What came of one attempt. */
export interface Outcome {
  isDone: boolean
  /** For the owner of the watch. */
  text: string
  retryAfterMs?: number | undefined
  /** Whether the receiver asks for no more. */
  isGone?: boolean
}

interface Sent {
  id: string
  message: Message
  /** Those that sign: the present one, and for a day the one before. */
  secrets: readonly string[]
}

/** Sends a message to a target once. Never rejects. */
export async function attempt(target: Target, sent: Sent, deps: SendDeps): Promise<Outcome> {
  try {
    if ('email' in target) return await email(target.email, sent.message, deps)
    const { url, headers, body } = await requestOf(target, sent, deps)
    const init = {
      method: 'POST' as const,
      redirect: 'manual' as const,
      headers: {
        'content-type': 'application/json',
        'user-agent': `${ABOUT.title}/${ABOUT.version}`,
        ...headers,
      },
      body,
    }
    return await withTimeout(
      { upstream: 'The receiver', timeoutMs: TIMEOUT_MS },
      async (signal) => {
        const { fetch } = deps
        return outcomeOf(await fetch(url, { ...init, signal }), deps.now())
      },
    )
  } catch (error) {
    const isOurs = error instanceof AppError
    return { isDone: false, text: isOurs ? error.message : 'The receiver could not be reached.' }
  }
}

export type SendDeps = Pick<WatchDeps, 'now' | 'sendEmail' | 'telegramUrl'> & {
  fetch: GuardedFetch
}

async function email(to: string, message: Message, { sendEmail }: SendDeps): Promise<Outcome> {
  if (!sendEmail) throw new AppError('not-configured', 'No e-mail can be sent from here.')
  await sendEmail({ to, subject: message.title, text: plainText(message) })
  return { isDone: true, text: 'sent' }
}

interface Request {
  url: string
  headers?: Readonly<Record<string, string>>
  body: string
}

async function requestOf(
  target: Target,
  { id, message, secrets }: Sent,
  deps: SendDeps,
): Promise<Request> {
  if ('telegram' in target) {
    const { token, chat } = target.telegram
    const { telegramUrl = 'https://api.telegram.org' } = deps
    const url = `${telegramUrl}/bot${token}/sendMessage`
    return { url, body: JSON.stringify(telegram(message, chat)) }
  }
  if ('platform' in target) {
    const { url, apikey, onBehalfOf, receiver, receiverType } = target.platform
    const data = { text: plainText(message) }
    const body = { receiver, receiverType, category: 'message', type: 'text', muid: id, data }
    const headers = { apikey, onBehalfOf }
    return {
      url: `${url.replace(/\/(v3\/?)?$/, '')}/v3/messages`,
      headers,
      body: JSON.stringify(body),
    }
  }
  if (!('webhook' in target)) throw new AppError('internal', 'There is nothing to send to.')
  const { format } = formatOf(target)
  const { url, body } = webhookRequest(message, format, target.webhook)
  const text = JSON.stringify(body)
  if (format !== 'standard') return { url, body: text }
  const at = String(Math.floor(deps.now().getTime() / 1000))
  const signatures = await Promise.all(secrets.map((secret) => sign(`${id}.${at}.${text}`, secret)))
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatures.join(' '),
  }
  return { url, headers, body: text }
}

/** As Standard Webhooks 1.0 has it. */
async function sign(content: string, secret: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}

async function outcomeOf(response: GuardedResponse, now: Date): Promise<Outcome> {
  const { status } = response
  const body = await startOf(response)
  if (200 <= status && status < 300) return { isDone: true, text: String(status) }
  const said = excerpt(printable(body), MAX_EXCERPT)
  return {
    isDone: false,
    text: said === '' ? String(status) : `${status}: ${said}`,
    retryAfterMs: retryAfterMs(new Headers(waitOf(response, body)), now),
    isGone: status === 410,
  }
}

/** `Retry-After`, or what Telegram says in its body. */
function waitOf({ headers }: GuardedResponse, body: string): Record<string, string> {
  const header = headers.get('retry-after')
  const [, seconds] = /"retry_after"\s*:\s*([\d.]+)/.exec(body) ?? []
  const value = header ?? seconds
  return value !== undefined && secondsInMs(value) !== undefined ? { 'retry-after': value } : {}
}

async function startOf({ body }: GuardedResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 2_000) break
  }
  return text
}
