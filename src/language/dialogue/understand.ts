import type { Model } from '../intent/model.ts'
import { contentWords, searchesIn } from '../intent/search-words.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { findSlots, type Moment, type Slots } from '../slots/slots.ts'
import { changesOf, isRefinement } from './changes.ts'
import { hasConfetti, inReply, judged, WISHES } from './evidence.ts'
import { type Asked, followUp, remember } from './follow-up.ts'
import { foreignLanguage } from './foreign.ts'
import { memorizedRequests } from './memorized.ts'
import { isBare, type Part, partsOf, wholeOf } from './parts.ts'
import { rankingsOf } from './rankings.ts'
import { type Reading, soughtItems } from './reading.ts'
import { type Request, TOPICS, talk } from './request.ts'

/** How many messages back a request can still be referred to. */
const MAX_MESSAGES = 12
/** Of all messages together: those before them are not read. */
const MAX_CHARACTERS = 1500

const MAX_REQUESTS = 6

const LOST = new Set(['unclear', 'out-of-scope', 'acknowledgement', 'introduction', 'help'])
const COURTESY = new Set(['greeting', 'thanks', 'farewell', 'acknowledgement', 'aside', 'unclear'])

/** What the last of a person's messages asks for, in the light of those before it. */
export function understand(messages: readonly string[], moment: Moment, model: Model): Request[] {
  let asked: Asked = {}
  let requests: Request[] = []
  let before = ''
  for (const message of recent(messages)) {
    const utterance = readUtterance(substituted(message, before), model.spelling)
    const memorized =
      model.memorized(memoryKey(before, utterance.text)) ?? model.memorized(utterance.text)
    requests =
      memorized === undefined
        ? read(utterance, asked, moment, model)
        : memorizedRequests(memorized, moment, utterance)
    asked = remember(requests, asked)
    before = utterance.text
  }
  return requests
}

export function memoryKey(before: string, text: string): string {
  return `${before} >> ${text}`
}

function read(utterance: Utterance, asked: Asked, moment: Moment, model: Model): Request[] {
  const language = foreignLanguage(utterance)
  if (language !== undefined) return [talk('foreign', language)]
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(utterance.text)) return [talk('unclear')]
  const reading = { utterance, slots: findSlots(utterance, moment), asked, moment, model }
  const { times, zones } = reading.slots
  const isNumber =
    times.length + zones.length === 0 && !/\p{L}|\p{Extended_Pictographic}/u.test(utterance.text)
  if (isNumber && asked.last === undefined) return [talk('unclear')]
  const requests = requestsOf(reading)
  return followUp(
    (asked.isOpen ? searchedFor(requests, reading) : requests).slice(0, MAX_REQUESTS),
    asked,
  )
}

/** The answer to "what should it be good for?" */
function searchedFor(requests: Request[], reading: Reading): Request[] {
  const [request] = requests
  const isLost = request?.kind === 'talk' && LOST.has(request.topic)
  const words = isLost ? contentWords(soughtItems(wholeOf(reading), reading)) : ''
  return words === '' ? requests : [{ kind: 'search', words }]
}

function requestsOf(reading: Reading): Request[] {
  const reply = (part: Part) => (reading.asked.last ? inReply(part) : part)
  const parts = judged(partsOf(reading).map(reply))
  const refused = parts.find(
    ({ intent, probability }) => intent === 'instructions' && probability > 0.5,
  )
  if (refused) return [talk('instructions')]
  if (parts.length > 1 && !parts.some(({ intent }) => WISHES.has(intent))) {
    const whole = judged([wholeOf(reading)])
    if (whole.some(({ intent }) => WISHES.has(intent))) return requestsOfParts(whole, reading)
  }
  return requestsOfParts(parts, reading)
}

function requestsOfParts(parts: readonly Part[], reading: Reading): Request[] {
  const rankings = rankingsOf(parts, reading.slots, reading.utterance.text)
  const search = parts.find(({ intent }) => intent === 'search')
  const cheer = parts.find(({ intent }) => intent === 'confetti')
  const found = parts.flatMap((part): Request[] => {
    if (part.intent === 'ranking') return rankings.splice(0)
    if (part.intent === 'search') {
      return part === search ? searchesOf(parts, reading).map((one) => refined(one, reading)) : []
    }
    if (part.intent === 'item') return [{ kind: 'item', place: placeIn(part) }]
    return part === cheer ? [confettiOf(part, parts, reading)] : []
  })
  const statements = parts.filter(({ intent }) => !WISHES.has(intent))
  const question = statements.find(
    (part) => !COURTESY.has(part.intent) && part.text.endsWith('?') && !isBare(part),
  )
  const isCheerOnly = found.length > 0 && found.every(({ kind }) => kind === 'confetti')
  if (found.length > 0 && !(isCheerOnly && question && isTopic(question.intent))) return found
  return changesOf(statements, reading) ?? [talkOf(statements)]
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

function isTopic(intent: string): boolean {
  return TOPICS.some((topic) => topic === intent)
}

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ')
const PLACE = new RegExp(
  `\\b(?:(?<ordinal>${ORDINALS.slice(1, 11).join('|')}|last|top|winner|\\d{1,2}(?:st|nd|rd|th))|` +
    `(?:number|no|item|result|product|option|#) (?<number>\\d{1,2}|${NUMBERS.join('|')}))\\b`,
)

/** Which one of a list is meant: "the second one" is 1, "the last" is -1. */
function placeIn({ items }: Part): number | undefined {
  const text = items.map(({ token }) => token.text).join(' ')
  const { ordinal, number } = PLACE.exec(text)?.groups ?? {}
  if (ordinal === 'last') return -1
  if (ordinal)
    return Math.max(0, (ORDINALS.indexOf(ordinal) + 1 || Number.parseInt(ordinal, 10) + 1 || 2) - 2)
  if (!number) return undefined
  return (NUMBERS.indexOf(number) + 1 || Number(number) + 1) - 2
}

/** "One that does gifs too", after another search. */
function refined(search: Request, { asked, utterance }: Reading): Request {
  if (search.kind !== 'search' || asked.last?.kind !== 'search') return search
  return isRefinement(utterance.text) ? { ...search, kind: 'change', isRefinement: true } : search
}

/** All searches of a message, whose words may stand anywhere but in its other wishes. */
function searchesOf(parts: readonly Part[], reading: Reading): Request[] {
  const own = parts.filter(({ intent }) => intent === 'search' || !WISHES.has(intent))
  const others = parts.filter((part) => !own.includes(part))
  const items = soughtItems(wholeOf(reading), reading).filter(
    ({ token }) => !others.some((part) => part.items.some((item) => item.token === token)),
  )
  const found = searchesIn(items, reading.model)
  const counts = own.flatMap(({ slots }) => slots.counts)
  const hasTime = own.some(({ slots }) => slots.times.some(({ value }) => !value.weak))
  if (found.length === 0) return [talk('what-for')]
  return found.map(({ words, end, count }, at) => {
    const from = found[at - 1]?.end ?? -1
    const near = counts.filter(({ start }) => from < start && start < end)
    const said = sureCount(found.length === 1 ? counts : near) ?? count
    return { kind: 'search', words, count: said, hasTime }
  })
}

function sureCount(counts: Slots['counts']): number | undefined {
  return counts.find(({ value }) => value.isSure && value.value <= 1000)?.value.value
}

const MAX_REASON = 80

/** An order of confetti says nothing of its reason, unless it names one. */
const ORDER =
  /^(?:(?:please|pls|now|ok|can|could|you) )*(?:throw|fire|shoot|drop|trigger|send|pop)\b/i
const NAMED_REASON = /\b(?:for|because|since|to celebrate) (\p{L}.*)$/iu

function reasonIn(words: string): string {
  if (!ORDER.test(words)) return words
  return NAMED_REASON.exec(words)?.[1] ?? ''
}

function confettiOf(part: Part, parts: readonly Part[], { utterance, asked }: Reading): Request {
  const text = part.items.map(({ token }) => token.cased).join(' ')
  const isWhole = parts.every(({ intent }) => intent === 'confetti' || !WISHES.has(intent))
  const tokens = isWhole ? utterance.tokens : part.items.map(({ token }) => token)
  const isNamed =
    asked.last?.kind === 'confetti' ||
    parts.some(hasConfetti) ||
    tokens.some(({ text }) => isCheer(text) || text === 'celebrate')
  const words = (parts.length === 1 ? utterance.typed : text)
    .replace(/[^\p{L}\p{N}#%$&'’ ,-]+/gu, ' ')
    .replace(/\s+(?=,)|\s+$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,-]+|[\s,-]+$/g, '')
  const isOrder = part.items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw/.test(text),
  )
  const reason = isOrder ? '' : reasonIn(words).slice(0, MAX_REASON).toWellFormed()
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
