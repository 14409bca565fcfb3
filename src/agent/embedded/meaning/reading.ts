import { FUTURE } from '../time/timeframe.ts'
import { celebration, refusesConfetti } from './celebration.ts'
import { changeOf, repetition } from './change.ts'
import { type Clause, createClause } from './clause.ts'
import { MAX_CLAUSES } from './clauses.ts'
import { detailsOf } from './details.ts'
import type { MarkedMessage } from './marked-message.ts'
import { withoutNoise } from './noise.ts'
import { bareChanges, rankings } from './ranking.ts'
import { commandedSearch, isOpenSearch, neededSearch } from './search.ts'
import { clearTalk, likelyTalk, namesTools } from './talk.ts'
import { type Topic, talk, type Wish } from './wish.ts'

/**
 * What one clause wishes for; nothing where it cannot be told. Where the whole says nothing, a part
 * of it may: "I was offline yesterday, what did I miss?"
 */
export function read(clause: Clause, message: MarkedMessage): Wish[] {
  const wishes = readWhole(clause, message)
  if (!isLost(wishes)) return wishes

  const texts = clause.text.split(PART).filter((text) => text.trim() !== '')
  const parts = texts.slice(0, MAX_CLAUSES).map((text) => createClause(text, clause.end, message))
  const read = parts.map((part) => ({ part, wishes: readWhole(part, message) }))
  const isTold = read.some(({ wishes }) => wishes.some(({ kind }) => kind !== 'talk'))
  if (!isTold) return wishes
  return read.flatMap(({ part, wishes }) => (isLost(wishes) ? beside(part) : wishes))
}

const PART = /,| - | so (?=what|who|show|give|tell)| (?=what (?:did|have|had) (?:i|we) miss)|: /

function isLost(wishes: readonly Wish[]): boolean {
  return wishes.every((wish) => wish.kind === 'talk' && wish.topic === 'out-of-scope')
}

/** When and where, of a part that says nothing else that we know. */
function beside(part: Clause): Wish[] {
  const details = detailsOf(part)
  const { timeframe, zone } = details
  if ((!timeframe && !zone) || timeframe?.text === FUTURE) return []
  return [{ kind: 'change', ...details }]
}

/** The surest readers come first. */
function readWhole(clause: Clause, message: MarkedMessage): Wish[] {
  const plain = { ...clause, text: withoutNoise(clause.text) }
  const wish =
    say(clearTalk(clause.text)) ??
    (refusesConfetti(clause.text) ? undefined : commandedSearch(plain, message)) ??
    celebrated(clause, message) ??
    say(likelyTalk(clause.text)) ??
    repetition(clause, message) ??
    say(isOpenSearch(plain) ? 'what-for' : undefined)
  if (wish) return [wish]
  const ranked = rankings(plain) ?? bareChanges(plain)
  return ranked.length > 0 ? ranked : one(neededSearch(plain, message) ?? changeOf(plain))
}

function celebrated(clause: Clause, message: MarkedMessage): Wish | undefined {
  if (namesTools(clause.text)) return undefined
  return refusesConfetti(clause.text) ? talk('no-confetti') : celebration(clause, message)
}

function one(wish: Wish | undefined): Wish[] {
  return wish ? [wish] : []
}

function say(topic: Topic | undefined): Wish | undefined {
  return topic && talk(topic)
}
