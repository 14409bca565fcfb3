import words from '../../../data/language/words.json' with { type: 'json' }
import { byName, type Token, textBetween, wordSet } from '../normalise/tokens.ts'
import type { Place, Span } from './patterns.ts'

/** Topics of launches by what they are called. */
const TOPICS = byName(words.topics, ', ')
const MAX_WORDS = 3
/** Things that can be of a topic: "AI tools". */
const THINGS = wordSet(words.things)

/** Words in which people ask for lists, and those that say nothing of what is to be in them. */
const OF_LISTS = wordSet(words.lists)

export function isOfLists(word: string): boolean {
  return OF_LISTS.has(word)
}

export function isThing(word = ''): boolean {
  return THINGS.has(word)
}

/** "Launches in marketing", "the topic is AI", "top AI yesterday". */
const BEFORE =
  /^(?:in|about|under|topic|category|tagged|on|for|with|top|best|newest|latest|hottest|new|any|only|just|trending|favou?rite)$/
/** The words after a topic: "launches in marketing this week", but no "marketing team". */
const AFTER = /^(?:[^\p{L}\p{N}]*|and|please|only|topic|category)$/u
/** "Games launched this month", "finance in October". */
const TIMED = /^(?:in|of|from|since|during|over|between|launched|released|came|shipped|published)$/

/** The topic that a ranking is asked for, if it has one that is known. */
export function findTopic(tokens: readonly Token[], taken: readonly Place[]): string | undefined {
  const isTaken = (at: number) => taken.some(({ from, to }) => from <= at && at < to)
  const near = (at: number) => (isTaken(at) ? TAKEN : (tokens[at]?.text ?? ''))
  const [found] = topicSpans(tokens, (name, { from, to }) => {
    const isNamed = !isTaken(from) && isMeant(near(from - 1), near(to - 1), near(to))
    return isNamed ? topicOf(name) : undefined
  })
  return found?.value
}

/** Stands for a time, a zone or a count. */
const TAKEN = '<taken>'

/** Whether a topic stands where one is named, by the words before, at and after its end. */
function isMeant(before: string, last: string, next: string): boolean {
  if (THINGS.has(next) || THINGS.has(last)) return true
  const isTimed = next === TAKEN || TIMED.test(next)
  const isAfter = before === TAKEN || BEFORE.test(before)
  // "Finance, October, top 3".
  const isFirst = /^[^\p{L}\p{N}]*$/u.test(before)
  return isAfter ? isTimed || AFTER.test(next) : isFirst && (isTimed || next === ',')
}

/** By its name, in the singular or the plural. */
function topicOf(name: string): string | undefined {
  return TOPICS.get(name) ?? TOPICS.get(`${name}s`) ?? TOPICS.get(name.replace(/(?<=\w{3})s$/, ''))
}

/** The topic that words are no more than the name of: "ai tools". */
export function topicNamed(words: string): string | undefined {
  const named = words.split(' ').filter((word) => !THINGS.has(word))
  return topicOf(words) ?? topicOf(named.join(' '))
}

/** The topics that words name, whatever stands beside them. */
export function topicsIn(tokens: readonly Token[]): string[] {
  return [...new Set(topicSpans(tokens).map(({ value }) => value))]
}

function topicSpans(
  tokens: readonly Token[],
  topicAt = (name: string, _: Place) => TOPICS.get(name),
): Span<string>[] {
  const found: Span<string>[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = Math.min(tokens.length, from + MAX_WORDS); to > from; to -= 1) {
      const value = topicAt(textBetween(tokens, from, to), { from, to })
      if (!value) continue
      found.push({ from, to, value })
      from = to - 1
    }
  }
  return found
}

const FILLERS =
  '(?: (?:a|an|any|anything|all|the|those|in|of|about|from|for|with|products|launch|ones|show|see|want|need|include|topic|category|that|which|is|are|me|related|to))*$'
/** What leaves out the topic after it: "but not finance", "everything except AI". */
const EXCEPT = new RegExp(
  '\\b(?:(?:but |and )?(?:without|except|excluding|exclude|excl|minus|(?:(?:i )?(?:do|would|should|can) )?not|(?<!there )no|non(?: -)?|neither|nor|ignore|ignoring|skip|omit|omitting|hide|drop|remove|besides|apart|aside|outside|other than|get rid)|' +
    `(?<=\\b(?:everything|anything|all) )but)${FILLERS}`,
)
/** "Leave AI out." */
const TAKE = new RegExp(`\\b(?:leave|leaving|take|taking|keep|filter|cut|with)${FILLERS}`)
const OUT = /^(?:(?:ones|stuff|products|launch|apps|tools) )?(?:out|excluded|left out|aside)\b/
const STUFF = /^(?:ones|stuff|things|related|products?|launch|apps?|tools?|startups?)\b/
/** What may stand after a topic that is left out: a "no email signup" is about no topic. */
const AFTER_EXCEPT =
  /^(?:[^\p{L}\p{N}]*|and|or|nor|but|please|either|too|again|then|now|from|in|of|on|at|by|over|for|this|last|today|yesterday|with|show|did|was|were|had|got)$/u

/** The topics that a message leaves out, and the other tokens: "top 5 | but not finance". */
export function withoutExceptions(tokens: readonly Token[]) {
  const except: string[] = []
  const left = new Set(tokens)
  let last = -1
  for (const span of topicSpans(tokens)) {
    const found = exceptionAt(tokens, span, last)
    if (!found) continue
    for (const token of tokens.slice(found.from, found.to)) left.delete(token)
    except.push(span.value)
    last = found.to
  }
  return { except, tokens: [...left] }
}

/** @param last where the exception before it ends */
function exceptionAt(
  tokens: readonly Token[],
  { from, to }: Place,
  last: number,
): Place | undefined {
  const [before, after] = [textBetween(tokens, from - 8, from), textBetween(tokens, to, to + 3)]
  const [out] = OUT.exec(after) ?? []
  const lead = (out ? TAKE.exec(before) : null) ?? EXCEPT.exec(before)
  const isListed = from - last === 1 && /^(?:and|or|nor|,|&)$/.test(tokens[last]?.text ?? '')
  if (!lead && !isListed && !/excluded|left/.test(out ?? '')) return undefined
  const stuff = out ?? STUFF.exec(after)?.[0] ?? ''
  const end = to + stuff.split(' ').filter(Boolean).length
  const start = from - (lead?.[0].split(' ').length ?? (isListed ? 1 : 0))
  return AFTER_EXCEPT.test(tokens[end]?.text ?? '') ? { from: start, to: end } : undefined
}
