import type { DeliveryEvent } from './delivery-event.ts'

/** Replaces a secret wherever it would be shown. No header value can contain it. */
export const MASK = '•••'

/** Shorter values are too likely to be ordinary words. */
const MIN_LENGTH = 6

/** Headers that carry credentials, by name. */
const CREDENTIAL_NAME = /auth|cookie|credential|key|passw|secret|session|signature|token/

/** `Bearer …`, `Basic …`: the secret is what follows the scheme. */
const WITH_SCHEME = /^[A-Za-z][\w-]* +(\S.*)$/

type Headers = Readonly<Record<string, string>>

/** Masks secrets in what an agent sends: an agent under development may echo its request. */
export interface SecretMask {
  /** The events of one run, in order. */
  events(events: readonly DeliveryEvent[]): DeliveryEvent[]
  /** A complete text. */
  text(text: string): string
  /** A text that may have been cut in the middle of a secret. */
  cut(text: string): string
  /** The text that was held back because a secret may begin in it. */
  end(): DeliveryEvent[]
}

/** The mask of a chat. It hides only credentials, because other values may be ordinary words. */
export function maskCredentials(headers: Headers): SecretMask {
  const names = Object.keys(headers).filter((name) => CREDENTIAL_NAME.test(name.toLowerCase()))
  return createMask(names.map((name) => headers[name] ?? ''))
}

/** The mask of a test, which only operators read. It hides the values of all headers. */
export function maskValues(headers: Headers): SecretMask {
  return createMask(Object.values(headers))
}

function createMask(values: readonly string[]): SecretMask {
  const secrets = secretsIn(values)
  const { maskText, maskBeginning, maskValue, maskObject } = maskingOf(secrets)
  let held = ''

  const push = (delta: string) => {
    const { masked, rest } = maskBeginning(held + delta)
    held = rest
    return textEvents(masked)
  }
  const end = () => {
    const masked = maskText(held)
    held = ''
    return textEvents(masked)
  }
  const maskEvent = (event: DeliveryEvent): DeliveryEvent[] => {
    if (event.type === 'text-delta') return push(event.delta)
    if (!('toolCallId' in event)) return [...end(), event]
    const { toolCallId: id, name } = event
    const ids = { toolCallId: maskText(id), ...(name !== undefined && { name: maskText(name) }) }
    if (event.type === 'tool-call-start') return [...end(), { ...event, ...ids }]
    if (event.type === 'tool-result') {
      return [...end(), { ...event, ...ids, result: maskValue(event.result) }]
    }
    const args = event.args && maskObject(event.args)
    return [...end(), { ...event, ...ids, args, rawArgs: maskText(event.rawArgs ?? '') }]
  }

  return {
    events: (events) => events.flatMap(maskEvent),
    text: maskText,
    cut: (text) => maskBeginning(text).masked,
    end,
  }
}

/** Matches nowhere. */
const NOTHING = /(?!)/g

function maskingOf(secrets: readonly string[]) {
  const pattern = secrets.length > 0 ? new RegExp(secrets.map(escaped).join('|'), 'g') : NOTHING
  const maskText = (text: string) => text.replaceAll(pattern, MASK)

  /** Masks as far as more text cannot change the result: a possible start of a secret is left. */
  const maskBeginning = (text: string) => {
    let masked = ''
    let from = 0
    let end = startOfSecret(text, secrets)
    for (const { 0: secret, index } of text.matchAll(pattern)) {
      if (index >= end) break
      masked += text.slice(from, index) + MASK
      from = index + secret.length
      if (from > end) end = from + startOfSecret(text.slice(from), secrets)
    }
    return { masked: masked + text.slice(from, end), rest: text.slice(end) }
  }

  const maskValue = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value)
    if (Array.isArray(value)) return value.map(maskValue)
    return typeof value === 'object' && value !== null ? maskObject(value) : value
  }
  const maskObject = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [maskText(name), maskValue(member)]),
    )
  return { maskText, maskBeginning, maskValue, maskObject }
}

/** The longest first, so that the longer of two that begin at the same place is masked. */
function secretsIn(values: readonly string[]) {
  const parts = values.flatMap((value) => [value, WITH_SCHEME.exec(value)?.[1] ?? ''])
  const spellings = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)])
  const secrets = new Set(spellings.filter((spelling) => spelling.length >= MIN_LENGTH))
  return [...secrets].toSorted((a, b) => b.length - a.length)
}

/** The index of the first secret that is cut off by the end of the text; its length if none is. */
function startOfSecret(text: string, secrets: readonly string[]) {
  const [longest = ''] = secrets
  for (let at = Math.max(text.length - longest.length + 1, 0); at < text.length; at += 1) {
    const end = text.slice(at)
    if (secrets.some((secret) => secret.length > end.length && secret.startsWith(end))) return at
  }
  return text.length
}

function escaped(text: string) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function textEvents(delta: string): DeliveryEvent[] {
  return delta === '' ? [] : [{ type: 'text-delta', delta }]
}
