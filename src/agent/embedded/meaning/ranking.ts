import { COUNT as MOST } from '../../../ranking/limits.ts'
import { ALL_TIME, FUTURE } from '../time/timeframe.ts'
import { ALL } from '../wording/counts.ts'
import { phrases } from '../wording/phrases.ts'
import { isMark, POLITE_WORDS } from '../wording/word-classes.ts'
import { type Clause, wordsOf } from './clause.ts'
import { detailsOf, strongest } from './details.ts'
import { findHead } from './head.ts'
import { hasProductWord, isPlain, isSubject } from './nouns.ts'
import { isForeignSubject } from './scope.ts'
import { subjectOf } from './subject.ts'
import { type ChangeWish, type RankingWish, talk, type Wish } from './wish.ts'

const RECENT = phrases(`
  hot|hottest|new|newest|latest|recent|trending|trends?|fresh|buzz\\w*|viral|popping|hyped?
`)
const LAUNCHED = phrases(`
  launch\\w*|releas\\w*|shipp\\w*|dropp\\w*|came_out|debut\\w*|won|wins?|new|newest|latest|recent
  hot|hottest|buzz\\w*|viral
`)

/** Asks for what there was, in whatever company. */
const NEWS = phrases(`
  what|anything|everything|stuff {did|have|has|i|we|you|that} miss(ed)?|launch(ed)?|shipped|dropped
  what|anything|everything|stuff {did|have|has|i|we|you|that} won
  what|anything|everything|stuff {did|have|has|i|we|you|that} c[ao]me_out
  catch|fill|bring me|us up|in
  up_to_speed
`)

const RANK =
  'top|best|greatest|biggest|hottest|coolest|leading|favou?rite|winning|number_one|#\\s?1'

/** Asks for a single product. */
const SINGLE = phrases(`
  ${RANK}|most_\\w+ [*] [*] (product|launch|thing|app|tool|one|startup|post|release|item)(?!_hunt)
  the winner|champion|leader
  who [is|was|has] won|wins|winning|leading|first|top|on_top
  number_one|#\\s?1|product_of_the
`)
const SEVERAL = phrases(`${RANK} and|or`)

const BRIEF = phrases(
  'instead|rather|same|again|repeat|make|only|just|now|actually|sorry|meant|mean',
)
const WON = /^w[io]n/

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
export function bareChanges(clause: Clause): ChangeWish[] {
  const { times, zone, count, text } = clause
  if (times.length === 0 && !zone && count === undefined) return []
  if (!isPlain(wordsOf(text))) return []
  const change = { kind: 'change', ...detailsOf(clause) } as const
  const [, ...more] = strongest(times)
  return [change, ...more.map((timeframe) => ({ ...change, timeframe }))]
}

function isAboutLaunches({ text, times }: Clause, words: readonly string[]): boolean {
  const launches = hasProductWord(words) || LAUNCHED.test(text) || NEWS.test(text)
  if (times.length === 0) return launches && isPlain(words)
  if (words.length <= 4 && times.some(({ text }) => text === ALL_TIME)) return true
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

function impliedCount(text: string): number | undefined {
  if (ALL.test(text)) return MOST.max
  return SINGLE.test(text) && !SEVERAL.test(text) ? 1 : undefined
}

function isBrief({ text }: Clause): boolean {
  const words = wordsOf(text).filter((word) => !isMark(word) && !POLITE_WORDS.has(word))
  return BRIEF.test(text) || (words.length <= 3 && !hasProductWord(words))
}
