import { isRecord } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { retryAfterMs, secondsInMs } from '../core/upstream/retry-after.ts'
import { PlatformClientError } from './client-error.ts'

const MAX_CHARACTERS = 500

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Has a placeholder stand for each key and token in a text. */
export type Mask = (text: string) => string

/** The failure that an answer without success stands for. */
export function responseError(answer: Answer, mask: Mask, now: Date): PlatformClientError {
  const { status, headers, text } = answer
  return toError(errorIn(text), { mask, status, retryAfterMs: waitMs(headers, now) })
}

/** The failure that one record of an answer stands for. */
export function recordError(error: unknown, mask: Mask): PlatformClientError {
  return toError(isRecord(error) ? error : {}, { mask, status: undefined })
}

interface Circumstances {
  mask: Mask
  status: number | undefined
  retryAfterMs?: number | undefined
}

function toError(
  { code, message, details }: Record<string, unknown>,
  { mask, status, ...rest }: Circumstances,
) {
  const hide = (text: string) => printable(mask(text)).slice(0, MAX_CHARACTERS)
  const given = typeof code === 'number' ? String(code) : code
  const ownCode = typeof given === 'string' && given ? given : `status-${status ?? 'unknown'}`
  const plain = status ? `The platform answered ${status}.` : 'The platform refused it.'
  const sentence = typeof message === 'string' && message ? message : plain
  return new PlatformClientError(hide(ownCode), hide(sentence), {
    status,
    details: details === undefined ? undefined : JSON.parse(mask(JSON.stringify(details))),
    ...rest,
  })
}

/** Of both envelopes: the platform's, and the plain one that other services have. */
function errorIn(text: string): Record<string, unknown> {
  const body = parsedOrNothing(text)
  if (!isRecord(body)) return {}
  const { error, code } = body
  if (isRecord(error)) return error
  const isPlain = typeof error === 'string' && (code === undefined || typeof code === 'string')
  return isPlain ? { message: error, code } : {}
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Larger numbers are moments, smaller ones are seconds from now. */
const EARLIEST_MOMENT = 1_000_000_000

/** `Retry-After`, or else `X-Rate-Limit-Reset` where no call is left. */
export function waitMs(headers: Headers, now: Date): number | undefined {
  const server = new Date(headers.get('date') ?? Number.NaN)
  const moment = Number.isNaN(server.getTime()) ? now : server
  const wait = retryAfterMs(headers, moment)
  if (wait !== undefined || headers.get('x-rate-limit-remaining') !== '0') return wait
  const reset = headers.get('x-rate-limit-reset')?.trim() ?? ''
  const isMoment = Number(reset) >= EARLIEST_MOMENT
  return secondsInMs(isMoment ? Math.max(0, Number(reset) - seconds(moment)) : reset)
}

function seconds(moment: Date) {
  return Math.floor(moment.getTime() / 1000)
}
