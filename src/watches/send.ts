import { ABOUT } from '../core/about.ts'
import { AppError } from '../core/error.ts'
import { toSeconds } from '../core/instant.ts'
import { excerpt, printable } from '../core/printable.ts'
import type { GuardedResponse } from '../core/upstream/guarded-fetch.ts'
import { retryAfterMs } from '../core/upstream/retry-after.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { plainText, telegram, webhookRequest } from './formats.ts'
import type { WatchMessage } from './message.ts'
import { formatOf, type Target } from './target.ts'
import type { WatchDeps } from './watch-deps.ts'

const TIMEOUT_MS = 15_000
const MAX_EXCERPT = 200

/** The outcome of one attempt. */
export interface SendOutcome {
  isDone: boolean
  /** For the owner of the watch. */
  text: string
  retryAfterMs?: number | undefined
  /** Whether the receiver wants no more messages. */
  isGone?: boolean
}

interface Sent {
  id: string
  message: WatchMessage
  /** The secrets that sign: the current one, and for a day the previous one. */
  secrets: readonly string[]
}

type SendDeps = Pick<WatchDeps, 'fetch' | 'now' | 'sendEmail' | 'telegramUrl'>

/** Sends a message to a target once. Never rejects. */
export async function attempt(target: Target, sent: Sent, deps: SendDeps): Promise<SendOutcome> {
  try {
    if ('email' in target) return await email(target.email, sent.message, deps)
    const { url, headers, body } = await requestOf(target, sent, deps)
    const request = {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${ABOUT.title}/${ABOUT.version}`,
        ...headers,
      },
      body: JSON.stringify(body),
    } as const
    return await withTimeout({ upstream: 'The receiver', timeoutMs: TIMEOUT_MS }, async (signal) =>
      outcomeOf(await deps.fetch(url, { ...request, signal }), deps.now()),
    )
  } catch (error) {
    const isOurs = error instanceof AppError
    return { isDone: false, text: isOurs ? error.message : 'The receiver could not be reached.' }
  }
}

async function email(
  to: string,
  message: WatchMessage,
  { sendEmail }: SendDeps,
): Promise<SendOutcome> {
  if (!sendEmail) throw new AppError('not-configured', 'This service cannot send e-mail.')
  await sendEmail({ to, subject: message.title, text: plainText(message) })
  return { isDone: true, text: 'sent' }
}

interface Request {
  url: string
  headers?: Readonly<Record<string, string>>
  body: unknown
}

async function requestOf(target: Target, sent: Sent, deps: SendDeps): Promise<Request> {
  const { id, message, secrets } = sent
  if ('telegram' in target) {
    const { token, chat } = target.telegram
    const { telegramUrl = 'https://api.telegram.org' } = deps
    return { url: `${telegramUrl}/bot${token}/sendMessage`, body: telegram(message, chat) }
  }
  if ('platform' in target) {
    const { url, apikey, onBehalfOf, receiver, receiverType } = target.platform
    const data = { text: plainText(message) }
    return {
      url: `${url.replace(/\/(v3\/?)?$/, '')}/v3/messages`,
      headers: { apikey, onBehalfOf },
      body: { receiver, receiverType, category: 'message', type: 'text', muid: id, data },
    }
  }
  if (!('webhook' in target)) throw new AppError('internal', 'This target takes no messages.')
  const { format } = formatOf(target)
  const request = webhookRequest(message, format, target.webhook)
  if (format !== 'standard') return request
  const at = String(toSeconds(deps.now()))
  const content = `${id}.${at}.${JSON.stringify(request.body)}`
  const signatures = await Promise.all(secrets.map((secret) => sign(content, secret)))
  return {
    ...request,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signatures.join(' '),
    },
  }
}

/** A signature of Standard Webhooks 1.0. */
async function sign(content: string, secret: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}

async function outcomeOf(response: GuardedResponse, now: Date): Promise<SendOutcome> {
  const { status, headers } = response
  const body = await startOf(response)
  if (200 <= status && status < 300) return { isDone: true, text: String(status) }
  const isRedirect = 300 <= status && status < 400
  const reason = isRedirect ? 'redirects are not followed' : excerpt(printable(body), MAX_EXCERPT)
  // Telegram names the wait in the body.
  const wait = headers.get('retry-after') ?? /"retry_after"\s*:\s*([\d.]+)/.exec(body)?.[1] ?? ''
  return {
    isDone: false,
    text: reason === '' ? String(status) : `${status}: ${reason}`,
    retryAfterMs: retryAfterMs({ get: () => wait }, now),
    isGone: status === 410,
  }
}

/** The first characters of a body. */
async function startOf({ body }: GuardedResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 2_000) break
  }
  return text
}
