import { itemsOf, type Previous } from '../intent/features.ts'
import type { Model } from '../intent/model.ts'
import { contentWords, hasContent, searchWords } from '../intent/search-words.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { findSlots, type Moment, type Slots, strongest } from '../slots/slots.ts'
import { hasConfetti, inReply, isForMore, isJustOne, judged, WISHES } from './evidence.ts'
import { type Asked, followUp, remember } from './follow-up.ts'
import { foreignLanguage } from './foreign.ts'
import { isBare, type Part, partsOf, wholeOf } from './parts.ts'
import { placeIn } from './place.ts'
import { rankingsOf } from './rankings.ts'
import { type Request, TOPICS, talk } from './request.ts'
import { taughtRequests } from './taught.ts'

/** How many messages back a request can still be referred to. */
const MAX_MESSAGES = 12
/** Of all messages together: those before them are not read. */
const MAX_CHARACTERS = 1500

const MAX_REQUESTS = 6

const LOST = new Set(['unclear', 'out-of-scope', 'acknowledgement', 'introduction', 'help'])
const VAGUE = new Set(['aside', 'unclear', 'acknowledgement'])
const CHANGES = new Set(['change', 'more', 'again'])
const COURTESY = new Set(['greeting', 'thanks', 'farewell', 'acknowledgement', 'aside', 'unclear'])

/** What the last of a person's messages asks for, in the light of those before it. */
export function understand(messages: readonly string[], moment: Moment, model: Model): Request[] {
  let asked: Asked = {}
  let requests: Request[] = []
  let before = ''
  for (const message of recent(messages)) {
    const utterance = readUtterance(substituted(message, before), model.spelling)
    requests = read(utterance, { asked, before, moment, model })
    asked = remember(requests, asked)
    before = utterance.text
  }
  return requests
}

interface Context {
  asked: Asked
  /** The text of the message before. */
  before: string
  moment: Moment
  model: Model
}

function read(utterance: Utterance, { asked, before, moment, model }: Context): Request[] {
  const taught = model.taught(taughtKey(before, utterance.text)) ?? model.taught(utterance.text)
  if (taught !== undefined) return taughtRequests(taught, moment, utterance)
  const language = foreignLanguage(utterance)
  if (language !== undefined) return [talk('foreign', language)]
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(utterance.text)) return [talk('unclear')]
  const slots = findSlots(utterance, moment)
  const isNumber =
    slots.times.length + slots.zones.length === 0 &&
    !/\p{L}|\p{Extended_Pictographic}/u.test(utterance.text)
  if (isNumber && asked.last === undefined) return [talk('unclear')]
  const requests = asked.isOpen
    ? searchedFor(utterance, slots, requestsOf(utterance, slots, asked, model))
    : requestsOf(utterance, slots, asked, model)
  return followUp(requests.slice(0, MAX_REQUESTS), asked)
}

/** The answer to "what should it be good for?" */
function searchedFor(utterance: Utterance, slots: Slots, requests: Request[]): Request[] {
  const [request] = requests
  const isLost = request?.kind === 'talk' && LOST.has(request.topic)
  const words = isLost ? contentWords(itemsOf(utterance, slots)) : ''
  return words === '' ? requests : [{ kind: 'search', words }]
}

export function taughtKey(before: string, text: string): string {
  return `${before} >> ${text}`
}

function requestsOf(utterance: Utterance, slots: Slots, asked: Asked, model: Model): Request[] {
  const previous: Previous = asked.last?.kind ?? (asked.hasTalked ? 'talk' : 'none')
  const reply = (part: Part) => (asked.last ? inReply(part) : part)
  const parts = judged(partsOf(utterance, slots, model, previous).map(reply))
  const refused = parts.find(
    ({ intent, probability }) => intent === 'instructions' && probability > 0.5,
  )
  if (refused) return [talk('instructions')]
  const [whole] = judged([wholeOf(utterance, slots, model, previous)])
  const wishes = parts.filter((part) => WISHES.has(part.intent))
  if (whole && parts.length > 1 && wishes.length === 0 && WISHES.has(whole.intent)) {
    return requestsOfParts([whole], utterance, slots, asked, model)
  }
  return requestsOfParts(parts, utterance, slots, asked, model)
}

function requestsOfParts(
  parts: readonly Part[],
  utterance: Utterance,
  slots: Slots,
  asked: Asked,
  model: Model,
) {
  const found: Request[] = []
  const rankings = rankingsOf(parts, slots, utterance.text)
  for (const part of parts) {
    switch (part.intent) {
      case 'ranking':
        found.push(...rankings.splice(0))
        break
      case 'search':
        found.push(searchOf(part, utterance, slots, model, parts))
        break
      case 'confetti':
        if (!found.some(({ kind }) => kind === 'confetti'))
          found.push(confettiOf(part, utterance, parts))
        break
      case 'item':
        found.push({ kind: 'item', place: placeIn(wordsOf(part)) })
        break
    }
  }
  const statements = parts.filter(({ intent }) => !WISHES.has(intent))
  const question = statements.find(
    (part) => !COURTESY.has(part.intent) && part.text.endsWith('?') && !isBare(part),
  )
  const isCheerOnly = found.length > 0 && found.every(({ kind }) => kind === 'confetti')
  if (found.length > 0 && !(isCheerOnly && question && isTopic(question.intent))) return found
  return changesOf(statements, utterance, slots, asked, model) ?? [talkOf(statements)]
}

const REFINES =
  /\b(?:one|ones|something|anything) (?:that|which|with|for)\b|^(?:(?:hmm?|ok|and|but|,) )*(?:for|with|without|that|which|preferably)\b/
const CORRECTS = /\b(?:no|nope|nah|not|instead|rather|then|actually|but|sorry|meant)\b/

/** What only changes the request before. */
function changesOf(
  parts: readonly Part[],
  utterance: Utterance,
  slots: Slots,
  { last }: Asked,
  model: Model,
): Request[] | undefined {
  const isSearch = last?.kind === 'search'
  const args = last?.kind === 'confetti' ? confettiArguments(utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const isRefinement = isSearch && REFINES.test(utterance.text)
  const part = changing(parts) ?? (isRefinement ? parts.at(-1) : undefined)
  if (!part) return undefined
  const isCorrected = isSearch && CORRECTS.test(utterance.text)
  if (part.intent === 'more' && (isForMore(part) || !isCorrected))
    return [{ kind: 'change', isMore: true }]
  const details = detailsOf(part, slots)
  const times = strongest(slots.times.map(({ value }) => value))
  if (times.length > 0) return times.map((time) => ({ ...details, time }))
  const said = parts.findLast(({ items }) => isCorrected && hasContent(items)) ?? part
  const isForWords = !details.zone && (!details.count || isSearch) && part.intent !== 'again'
  const words = isForWords ? wordsIn(said, utterance, slots, model) : ''
  return [words === '' ? details : { ...details, words, isRefinement }]
}

function wordsIn(part: Part, utterance: Utterance, slots: Slots, model: Model): string {
  return hasContent(part.items) ? searchWords(searchItems(part, utterance, slots), model) : ''
}

function detailsOf(part: Part, { zones, counts }: Slots) {
  const count = counts.at(-1)?.value.value ?? (isJustOne(part) ? 1 : undefined)
  return { kind: 'change', count, zone: zones[0]?.value.name } as const
}

function changing(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ intent }) => CHANGES.has(intent)) ??
    parts.find((part) => isBare(part) && VAGUE.has(part.intent))
  )
}

function talkOf(parts: readonly Part[]): Request {
  const telling = parts.filter(({ intent }) => !COURTESY.has(intent) && isTopic(intent))
  const polite = parts.filter(({ intent }) => isTopic(intent) && intent !== 'unclear')
  const order = ['farewell', 'thanks', 'greeting', 'acknowledgement']
  const intents =
    telling.length > 0
      ? telling.map(({ intent }) => intent)
      : order.filter((name) => polite.some(({ intent }) => intent === name))
  const topic = TOPICS.find((name) => name === intents[0])
  return talk(topic ?? 'unclear')
}

function wordsOf({ items }: Part): string {
  return items.map(({ token }) => token.text).join(' ')
}

function isTopic(intent: string): boolean {
  return TOPICS.some((topic) => topic === intent)
}

function searchOf(
  part: Part,
  utterance: Utterance,
  slots: Slots,
  model: Model,
  parts: readonly Part[],
): Request {
  const own = searchWords(searchItems(part, utterance, slots), model)
  // "I keep forgetting birthdays, is there an app for that?"
  const words =
    own === ''
      ? (parts.map((other) => contentWords(searchItems(other, utterance, slots))).find(Boolean) ??
        '')
      : own
  const isAlone = parts.filter(({ intent }) => intent === 'search').length === 1
  const counts =
    isAlone && part.slots.counts.length === 0
      ? parts.filter(({ intent }) => !WISHES.has(intent)).flatMap((other) => other.slots.counts)
      : part.slots.counts
  const count = counts.find(({ value }) => value.isSure && value.value <= 1000)?.value.value
  if (words === '') return talk('what-for')
  const hasTime = part.slots.times.some(({ value }) => !value.weak)
  return { kind: 'search', words, count, hasTime }
}

/** In a search a place is a word like any other, and so is a number that is not surely a count. */
function searchItems(part: Part, utterance: Utterance, { times, zones, counts }: Slots) {
  const [first, last] = [part.items[0]?.token.start ?? 0, part.items.at(-1)?.token.start ?? 0]
  const sure = {
    times,
    zones: zones.filter(({ value }) => value.isSure),
    counts: counts.filter(({ value }) => value.isSure),
  }
  return itemsOf(utterance, sure).filter(({ token }) => first <= token.start && token.start <= last)
}

const MAX_REASON = 80

function confettiOf(part: Part, utterance: Utterance, parts: readonly Part[]): Request {
  const text = part.items.map(({ token }) => token.cased).join(' ')
  const isWhole = parts.every(({ intent }) => intent === 'confetti' || !WISHES.has(intent))
  const tokens = isWhole ? utterance.tokens : part.items.map(({ token }) => token)
  const isNamed =
    parts.some(hasConfetti) || tokens.some(({ text }) => isCheer(text) || text === 'celebrate')
  const words = (parts.length === 1 ? utterance.typed : text)
    .replace(/[^\p{L}\p{N}#%$&'’ ,-]+/gu, ' ')
    .replace(/\s+(?=,)|\s+$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,-]+|[\s,-]+$/g, '')
  const isOrder = part.items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw/.test(text),
  )
  const reason = words === '' || isOrder ? undefined : words.slice(0, MAX_REASON).toWellFormed()
  const args = isNamed ? confettiArguments(tokens) : {}
  return { kind: 'confetti', args: reason ? { reason, ...args } : args }
}

/** "s/week/month/", as some people put things right. */
function substituted(message: string, before: string): string {
  const [, from = '', to = ''] = /^\s*s\/([^/]{1,40})\/([^/]{0,40})\/?g?\s*$/.exec(message) ?? []
  return from && before.includes(from) ? before.replace(from, to) : message
}

function recent(messages: readonly string[]): string[] {
  const latestFirst = messages.slice(-MAX_MESSAGES).reverse()
  let room = MAX_CHARACTERS
  return latestFirst
    .filter((message, at) => {
      room -= Math.min(message.length, 1000)
      return at === 0 || room >= 0
    })
    .reverse()
}
