import * as z from 'zod'
import { printable } from '../../printable.ts'
import { retryAfterMs, secondsInMs } from '../../upstream/retry-after.ts'
import { PlatformClientError } from './client-error.ts'
import type { Answer } from './exchange.ts'

const Told = z.object({
  code: z.coerce.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  details: z.unknown().optional(),
})

type Told = z.output<typeof Told>

/** Both envelopes: the platform's, and the plain one that other services have. */
const Envelope = z.union([
  z.object({ error: Told }).transform(({ error }) => error),
  z
    .object({ error: z.string(), code: z.string().optional() })
    .transform(({ error, code }): Told => ({ message: error, code })),
])

const MOST_CHARACTERS = 500

/** The failure that an answer without success stands for. */
export function refusal(answer: Answer, apiKey: string, now: Date): PlatformClientError {
  const { status, headers, text } = answer
  const envelope = Envelope.safeParse(parsedOrNothing(text))
  return told(envelope.data ?? {}, { apiKey, status, retryAfterMs: waitMs(headers, now) })
}

/** The failure that one record of an answer stands for. */
export function recordRefusal(error: unknown, apiKey: string): PlatformClientError {
  return told(Told.safeParse(error).data ?? {}, { apiKey, status: undefined })
}

interface Circumstances {
  apiKey: string
  status: number | undefined
  retryAfterMs?: number | undefined
}

function told({ code, message, details }: Told, { apiKey, status, ...rest }: Circumstances) {
  const unkeyed = (text: string) => text.replaceAll(apiKey, '<API_KEY>')
  const hide = (text: string) => printable(unkeyed(text)).slice(0, MOST_CHARACTERS)
  const said = message || (status ? `The platform answered ${status}.` : 'The platform refused it.')
  return new PlatformClientError(hide(code || `status-${status ?? 'unknown'}`), hide(said), {
    status,
    details: details === undefined ? undefined : JSON.parse(unkeyed(JSON.stringify(details))),
    ...rest,
  })
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
