import { asRecord } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import type { Asker, RunInput } from '../core/run.ts'

/** Longer ids and names are none. */
const MAX_CHARACTERS = 200

/**
 * Who asks, as chat platforms say it: in `cometchatContext`, a `user` with an id, or the names of
 * OpenAI. They are in the body itself, or where a protocol has room for what applications add.
 */
export function readAsker(body: unknown): Asker {
  const places = placesIn(asRecord(body))
  const contexts = places.map(({ cometchatContext }) => asRecord(cometchatContext))
  const senders = contexts.map(({ sender }) => asRecord(sender))
  const users = places.map(({ user }) => asRecord(user))
  const defaults = [...contexts.map((one) => asRecord(one.messageMetadata)), ...contexts]
  return {
    uid:
      firstText(senders, 'uid') ??
      firstText(users, 'id') ??
      firstText(places, 'user') ??
      firstText(places, 'safety_identifier'),
    name: firstText([...senders, ...users], 'name'),
    isInGroup: contexts.some(({ receiverType }) => receiverType === 'group'),
    timezone: firstText(defaults, 'timezone'),
    locale: firstText(defaults, 'locale'),
  }
}

type Fields = Record<string, unknown>

function placesIn(body: Fields): Fields[] {
  const params = asRecord(body.params)
  return [
    ...[body, body.forwardedProps, body.runtimeContext, body.requestContext],
    ...[params._meta, params.metadata, asRecord(params.message).metadata],
  ].map(asRecord)
}

/** The first of them that has the field, on one line. Some platforms count their users. */
function firstText(all: readonly Fields[], field: string): string | undefined {
  const texts = all.map((one) => (typeof one[field] === 'number' ? String(one[field]) : one[field]))
  const known = texts.filter((text) => typeof text === 'string' && text.length <= MAX_CHARACTERS)
  return known.map((text) => printable(String(text))).find((text) => text !== '')
}

/** The same for agents of others, as chat platforms write it. */
export function askerContext({ asker }: RunInput): { cometchatContext?: object } {
  if (!asker) return {}
  const { uid, name, isInGroup, timezone, locale } = asker
  return {
    cometchatContext: {
      sender: { uid, name },
      receiverType: isInGroup ? 'group' : 'user',
      messageMetadata: { timezone, locale },
    },
  }
}
