import { itemsOf, type Previous } from '../intent/features.ts'
import type { Model } from '../intent/model.ts'
import { contentWords, hasContent, searchWords } from '../intent/search-words.ts'
import { isOf } from '../normalise/lexicon.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { findSlots, type Moment, type Slots, strongest } from '../slots/slots.ts'
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
const WISHES = new Set(['ranking', 'search', 'confetti', 'item'])
const VAGUE = new Set(['aside', 'unclear', 'acknowledgement'])
const COURTESY = new Set(['greeting', 'thanks', 'farewell', 'acknowledgement', 'aside', 'unclear'])

/** What the last of a person's messages asks for, in the light of those before it. */
export function understand(messages: readonly string[], moment: Moment, model: Model): Request[] {
  let asked: Asked = {}
  let requests: Request[] = []
  let before = ''
  for (const message of recent(messages)) {
    const utterance = readUtterance(message, model.spelling)
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
  const parts = meant(partsOf(utterance, slots, model, previous))
  const refused = parts.find(
    ({ intent, probability }) => intent === 'instructions' && probability > 0.5,
  )
  if (refused) return [talk('instructions')]
  const whole = wholeOf(utterance, slots, model, previous)
  const wishes = parts.filter((part) => WISHES.has(part.intent))
  if (parts.length > 1 && wishes.length === 0 && WISHES.has(whole.intent)) {
    return requestsOfParts([whole], utterance, slots, model)
  }
  return requestsOfParts(parts, utterance, slots, model)
}

/** How sure it has to be that somebody cheers, beside another request. */
const SURE = 0.7

const ASKED =
  /\b(?:find|search|look|looking|need|want|recommend|suggest|is there|are there|any|apps?|tools?|software|products?|something|anything|alternatives?|which|do you|could use|require)\b/

/** The parts without those that only tell why: "we keep losing files. Is there a tool for that?" */
function meant(parts: readonly Part[]): Part[] {
  const wishes = parts.filter(({ intent }) => WISHES.has(intent))
  const isAsked = (part: Part) => part.intent === 'search' && ASKED.test(part.text)
  const others = wishes.some(({ intent }) => intent !== 'confetti')
  return parts.map((part) => {
    const isStory = part.intent === 'search' && !isAsked(part) && wishes.some(isAsked)
    const isNoise = part.intent === 'confetti' && others && part.probability < SURE
    return isStory || isNoise ? { ...part, intent: 'aside' } : part
  })
}

function requestsOfParts(parts: readonly Part[], utterance: Utterance, slots: Slots, model: Model) {
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
          found.push(confettiOf(part, utterance, parts.length === 1))
        break
      case 'item':
        found.push({ kind: 'item', place: placeIn(part.text) })
        break
    }
  }
  const statements = parts.filter(({ intent }) => !WISHES.has(intent))
  const question = statements.find(
    (part) => !COURTESY.has(part.intent) && part.text.endsWith('?') && !isBare(part),
  )
  const isCheerOnly = found.length > 0 && found.every(({ kind }) => kind === 'confetti')
  if (found.length > 0 && !(isCheerOnly && question && isTopic(question.intent))) return found
  return changesOf(statements, utterance, slots, model) ?? [talkOf(statements)]
}

/** What only changes the request before. */
function changesOf(
  parts: readonly Part[],
  utterance: Utterance,
  slots: Slots,
  model: Model,
): Request[] | undefined {
  const part = parts.find(
    ({ intent }) => intent === 'change' || intent === 'more' || intent === 'again',
  )
  const bare = part ?? parts.find((other) => isBare(other) && VAGUE.has(other.intent))
  if (!bare) return undefined
  if (bare.intent === 'more') return [{ kind: 'change', isMore: true }]
  const times = strongest(slots.times.map(({ value }) => value))
  const zone = slots.zones[0]?.value.name
  const details = { kind: 'change', count: slots.counts.at(-1)?.value.value, zone } as const
  if (bare.intent === 'again' && times.length === 0 && !zone) return [details]
  const isOfWords = times.length === 0 && !zone && hasContent(bare.items)
  const words = isOfWords ? searchWords(searchItems(bare, utterance, slots), model) : ''
  if (words !== '') return [{ ...details, words }]
  if (times.length === 0) return [details]
  return times.map((time) => ({ ...details, time }))
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
      ? parts.filter(isBare).flatMap((bare) => bare.slots.counts)
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

function confettiOf(part: Part, utterance: Utterance, isWhole: boolean): Request {
  const text = part.items.map(({ token }) => token.cased).join(' ')
  const words = (isWhole ? utterance.typed : text)
    .replace(/[^\p{L}\p{N}#%$&'’ ,-]+/gu, ' ')
    .replace(/\s+(?=,)|\s+$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,-]+|[\s,-]+$/g, '')
  const isOrder = part.items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw/.test(text),
  )
  const reason = words === '' || isOrder ? undefined : words.slice(0, MAX_REASON).toWellFormed()
  return { kind: 'confetti', args: { ...(reason && { reason }), ...confettiArguments(utterance) } }
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
