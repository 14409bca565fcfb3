import limitations from '../../../data/language/limitations.json' with { type: 'json' }
import { slipsOf } from '../normalise/spelling.ts'
import { type Token, textBetween, wordSet } from '../normalise/tokens.ts'
import { isOfLists, isThing, topicNamed } from '../slots/topics.ts'
import type { Reading } from './reading.ts'
import { isList, isToolRequest, type RankingRequest, type Request } from './request.ts'

// What a message says that its answer would not honour: it is sought, or the answer names it.

/** What is not done, by the requests and the words that ask for it. */
const LIMITATIONS = limitations.map(({ of, asked, answer }) => ({
  kinds: wordSet(of),
  asked: new RegExp(`(?<!\\S)(?:${asked})(?!\\S)`),
  answer,
}))
/** Stands for a slot that says something. */
const SLOT = '·'
/** What stands before what a list is to be about, where it ends: "top 5 crms", "launches for teenagers". */
const HEAD =
  /(?:^| )(?:·|top|best|newest|latest|hottest|new|any|only|just|trending|favou?rite|about|for|with)$/
/** Where it surely is that: "anything about cooking". */
const SURE_HEAD =
  /(?:^| )(?:about|any|(?:launch|launches|launched|products?|apps?|tools?|(?:any|some)thing|ones?) (?:for|with))$/
const END = /^(?:·|[^\p{L}\p{N}]*|launched|released|came|from|in|of|since|during|that|which|who)$/u
/** "My dating app" is none that is looked for. */
const OWN = /(?:^| )(?:my|our|your|their|his|her|this|that|the|each|every)$/
const NOT =
  /(?:^| )(?:(?:is|are) )?((?:not|no|without|except|excluding|exclude|minus|other than|apart from|leave out|leaving out|skip|hide) (?:(?:the|any|those|these|anything|about|in|for|with) )*(\S+))/
const STRONG = /^(?:without|except|excluding|exclude|minus|skip)\b/
const MAX_WORDS = 3

/** The requests of a message: none is a list that passes over what was said. */
export function heeded(requests: readonly Request[], reading: Reading): Request[] {
  const left = leftOf(reading)
  const [first] = requests
  const isPlain = requests.length > 0 && requests.every(isRanking)
  const isOfTime = isPlain || requests.some((one) => one.kind === 'ask' && kindOf(one) !== '')
  const noun = isOfTime && !reading.topic ? nounIn(left) : undefined
  if (noun?.isSure && isPlain && first?.kind === 'ranking' && !first.isRising) {
    const { count, time } = first
    return [{ kind: 'search', words: noun.words.toLowerCase(), count, hasTime: time !== undefined }]
  }
  const isWhole = isOfTime && /^(?:ranking|ask)$/.test(reading.intent)
  const passed = noun?.words ?? (isWhole ? passedIn(left) : undefined)
  return requests.map((request) => remarked(request, left, passed ? [notTaken(passed)] : []))
}

function isRanking(request: Request): request is RankingRequest {
  return request.kind === 'ranking'
}

/** What was heard, with a mark for each slot that says something. */
function leftOf({ heard, tokens, slots }: Reading): Token[] {
  const { times, ...others } = slots
  const used = [...times.filter(({ value }) => !value.weak), ...Object.values(others).flat()]
  const taken = new Set(used.flatMap(({ from, to }) => tokens.slice(from, to)))
  return heard.map((token) => (taken.has(token) ? { ...token, text: SLOT } : token))
}

/** What a list is to be about: "cooking" of "anything about cooking last week", "dating" of "new dating apps". */
function nounIn(left: readonly Token[]) {
  const isNoun = left.map(isContent)
  const starts = [...left.keys()].filter((at) => isNoun[at] && !isNoun[at - 1])
  const found = starts.map((from) => {
    const after = isNoun.indexOf(false, from)
    return nounAt(left, from, after < 0 ? left.length : after)
  })
  return found.find(Boolean)
}

const LIST =
  /^(?:top|best|launch|launches|launched|products?|apps?|tools?|startups?|releases?|winners?|leaders?)$/
/** Says whom a list is for. */
const FOR = /^for (?:my|our|the|an?|me|us|this|his|her|their)\b/

/** What is said of the things in a list, up to the end of the clause: "made by women", "that use blockchain". */
function passedIn(left: readonly Token[]): string | undefined {
  const head = left.findIndex(({ text }) => LIST.test(text))
  const rest = left.slice(head < 0 ? left.length : head)
  const isEnd = (_: Token, at: number) =>
    CLAUSE_END.test(rest[at]?.text ?? '') || FOR.test(textBetween(rest, at, at + 2))
  const end = rest.findIndex(isEnd)
  const clause = rest.slice(0, end < 0 ? rest.length : end)
  const said = clause.filter((one) => isContent(one) && topicNamed(one.text) === undefined)
  const [first] = said
  const last = said.at(-1)
  if (!first || !last) return undefined
  const span = clause.slice(clause.indexOf(first), clause.indexOf(last) + 1)
  return span.map(({ typed }) => typed).join(' ')
}

const CLAUSE_END = /^(?:[.?!;:,()]|while|when|if|because|so|but)$/

/** A word that says what is in a list; one of two letters seldom does. */
function isContent({ text }: Token): boolean {
  return (
    /^(?=.*\p{L})[\p{L}\p{N}]{3}/u.test(text) &&
    !isOfLists(text) &&
    !isThing(text) &&
    !isLimited(text)
  )
}

function nounAt(left: readonly Token[], from: number, to: number) {
  const before = textBetween(left, from - 2, from)
  const next = left[to]?.text ?? ''
  const words = textBetween(left, from, to)
  const isOfThing = isThing(next) && !OWN.test(before)
  const isMeant = isOfThing || (HEAD.test(before) && END.test(next))
  if (!isMeant || to - from > MAX_WORDS || topicNamed(words) !== undefined) return undefined
  // "For two players".
  const isCounted = /\b(?:about|for|with) ·$/.test(before)
  const all = left.slice(isCounted ? from - 1 : from, to).map(({ typed }) => typed)
  // "Most shared", "funniest": nobody looks for that word.
  const isSuperlative = /\bmost$/.test(before) || /est$/.test(words)
  const isSure =
    (isOfThing || isCounted || SURE_HEAD.test(before)) && !isSlip(words) && !isSuperlative
  return { words: all.join(' '), isSure }
}

/** The words that say what is sought, whatever stands beside them. */
export function contentOf(reading: Reading): string {
  const left = leftOf(reading).filter(({ text }) => {
    return /^\p{L}/u.test(text) && !isOfLists(text) && !isThing(text)
  })
  return textBetween(left)
}

/** "Fur", "prodcts". */
function isSlip(word: string): boolean {
  return [...slipsOf(word)].some(({ slip }) => isOfLists(slip) || isThing(slip))
}

function isLimited(word: string): boolean {
  return LIMITATIONS.some(({ asked }) => asked.test(word))
}

/** A request with what its answer says of the words that it passes over. */
function remarked(request: Request, left: readonly Token[], unheard: readonly string[]): Request {
  if (!isToolRequest(request) || !(isList(request) || request.kind === 'ask')) return request
  const text = textBetween(left)
  const limits = LIMITATIONS.flatMap(({ kinds, asked, answer }) => {
    const [said] = kinds.has(kindOf(request)) ? (asked.exec(text) ?? []) : []
    if (said === undefined) return []
    return answer?.replace('{words}', said) ?? notTaken(said)
  })
  const isLeftOut = 'without' in request && request.without !== undefined
  const negated = isList(request) && !isLeftOut ? negationIn(left) : undefined
  const remarks = [...unheard, ...limits, ...(negated ? [notTaken(negated.said)] : [])]
  if (remarks.length === 0) return request
  if (request.kind !== 'search' || !negated) return { ...request, remarks }
  const kept = request.words.split(' ').filter((word) => word !== negated.what)
  return { ...request, words: kept.join(' ') || request.words, remarks }
}

function notTaken(words: string): string {
  return `I cannot take “${words}” into account.`
}

/** Of questions only those of a time are of all its launches. */
function kindOf(request: Request): string {
  if (request.kind === 'ranking' && request.isOfEach) return 'each'
  if (request.kind !== 'ask') return request.kind
  return request.set.kind === 'window' && !request.isSorted ? request.operation : ''
}

/** What a list is not to have: as it is said, and the word for it, unless that is sought as well. */
function negationIn(left: readonly Token[]) {
  const [, said = '', what = ''] = NOT.exec(textBetween(left)) ?? []
  const isTopic = topicNamed(what) !== undefined
  const isOther =
    isOfLists(what) && !(STRONG.test(said) && /^(?:winner|leader|first|last)s?$/.test(what))
  const isNone = isOther || isThing(what) || (isSlip(what) && !isTopic) || topicNamed(said)
  if (isNone || !/^\p{L}/u.test(what)) return undefined
  const [{ typed = what } = {}, ...others] = left.filter(({ text }) => text === what).reverse()
  return { said: said.replace(what, typed), what: others.length > 0 ? '' : typed.toLowerCase() }
}
