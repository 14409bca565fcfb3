import { COUNT as MOST } from '../../../product/limits.ts'
import { FUTURE } from '../time/timeframe.ts'
import { ALL } from '../wording/counts.ts'
import { isMark, POLITE_WORDS } from '../wording/word-classes.ts'
import { type Clause, wordsOf } from './clause.ts'
import { detailsOf, strongest } from './details.ts'
import { findHead } from './patterns.ts'
import { isForeignSubject } from './scope.ts'
import { hasProductWord, isPlain, isSubject } from './nouns.ts'
import { subjectOf } from './subject.ts'
import type { ChangeWish, RankingWish, Topic, Wish } from './wish.ts'

const RECENT =
  /\b(?:hot|hottest|new|newest|latest|recent|trending|trends?|fresh|buzz\w*|viral|popping|hyped?)\b/
const LAUNCHED =
  /\b(?:launch\w*|releas\w*|shipp\w*|dropp\w*|came out|debut\w*|won|wins?|new|newest|latest|recent|hot|hottest|buzz\w*|viral)\b/
const SINGULAR =
  /\b(?:top|best|greatest|biggest|hottest|coolest|leading|favou?rite|winning|number one|first place|#\s?1|most \w+)(?: (?!and|or)\w+){0,3} (?:product|launch|thing|app|tool|one|startup|post|release|item)\b(?! hunt)|\bthe (?:winner|champion|leader)\b|\bwho(?: is| was| has)? (?:won|wins|winning|leading|first|top|on top|number one|#1)\b|\bnumber one\b|(?:^| )#\s?1\b|\bproduct of the\b/
const WON = /^w[io]n/
/** Asks for what there was, in whatever company. */
const NEWS =
  /\b(?:what|anything|everything|stuff) (?:(?:did|have|has|i|we|you|that) )*(?:miss(?:ed)?|launch(?:ed)?|c[ao]me out|shipped|dropped|won)\b|\b(?:catch|fill|bring) (?:me|us) (?:up|in)\b|\bup to speed\b/
const BRIEF = /\b(?:instead|rather|make|only|just|now|actually|sorry|meant|mean)\b/

/**
 * Rankings, one for each time that is named. Where a ranking is to be about something, that is
 * what to search for, since a ranking knows no subjects.
 */
export function rankings(clause: Clause): Wish[] | undefined {
  const { text } = clause
  const words = wordsOf(text)
  const head = findHead(text)
  if (head && isForeignSubject(text) && !hasProductWord(words)) {
    return [talk('out-of-scope')]
  }
  if (!head && !isAboutLaunches(clause, words)) return undefined

  const subject = head ? subjectOf(wordsOf(head.before), wordsOf(head.after)) : subjectOf([], words)
  if (subject.length > 0) {
    // Who won what else there is to win is not for us to know.
    if (WON.test(head?.head ?? '') && !hasProductWord(words)) return [talk('out-of-scope')]
    return about(subject, clause)
  }
  if (!head && !isPlain(words) && !hasProductWord(words) && !NEWS.test(text)) return undefined
  return timed(clause)
}

/** Only a count, a zone or a time: "and yesterday?", "make it 5". */
export function bareChange(clause: Clause): ChangeWish | undefined {
  const { times, zone, count, text } = clause
  if (times.length === 0 && !zone && count === undefined) return undefined
  return isPlain(wordsOf(text)) ? { kind: 'change', ...detailsOf(clause) } : undefined
}

function isAboutLaunches({ text, times }: Clause, words: readonly string[]): boolean {
  const launches = hasProductWord(words) || LAUNCHED.test(text) || NEWS.test(text)
  if (times.length === 0) return launches && isPlain(words)
  return launches || words.some(isSubject)
}

function about(subject: readonly string[], { times, count }: Clause): Wish[] {
  const search = { kind: 'search', words: subject.join(' '), timeless: times.length > 0 } as const
  return [{ ...search, ...(count !== undefined && { count }) }]
}

function timed(clause: Clause): Wish[] {
  const { count, zone } = detailsOf(clause)
  const number = count ?? impliedCount(clause.text)
  const ranking: RankingWish = {
    kind: 'ranking',
    brief: isBrief(clause),
    ...(number !== undefined && { count: number }),
    ...(zone && { zone }),
  }
  const times = strongest(clause.times)
  if (times.some(({ text }) => text === FUTURE)) return [talk('future')]
  if (times.length === 0) return [RECENT.test(clause.text) ? { ...ranking, recent: true } : ranking]
  return times.map((timeframe) => ({ ...ranking, timeframe }))
}

function talk(topic: Topic): Wish {
  return { kind: 'talk', topic }
}

function impliedCount(text: string): number | undefined {
  if (ALL.test(text)) return MOST.most
  return SINGULAR.test(text) ? 1 : undefined
}

function isBrief({ text }: Clause): boolean {
  const words = wordsOf(text).filter((word) => !isMark(word) && !POLITE_WORDS.has(word))
  return BRIEF.test(text) || (words.length <= 3 && !hasProductWord(words))
}
