import type { Timeframe } from '../time/timeframe.ts'
import { shifted } from './shift.ts'
import type { ChangeWish, ConfettiWish, Details, RankingWish, TalkWish, Wish } from './wish.ts'

const MOST_WISHES = 4

/** One message's clauses together: what refines goes with what it refines, talk gives way. */
export function merge(wishes: readonly Wish[]): Wish[] {
  const refused = wishes.find((wish) => wish.kind === 'talk' && wish.topic === 'instructions')
  if (refused) return [refused]

  const merged = onceCheered(shareZone(wishes.reduce<readonly Wish[]>(add, [])))
  const asked = merged.filter((wish) => wish.kind !== 'talk' && !(isConfetti(wish) && wish.weak))
  if (asked.length > 0) return unlessCelebrating(asked).slice(0, MOST_WISHES)

  const confetti = merged.find(isConfetti)
  const talk = merged.filter((wish) => wish.kind === 'talk')
  const first = confetti ?? talk.find((wish) => !isCourtesy(wish)) ?? talk[0]
  return first ? [first] : []
}

function add(earlier: readonly Wish[], wish: Wish): readonly Wish[] {
  const before = earlier.at(-1)
  if (!before || !isRefinable(before) || !isRefinable(wish)) return [...earlier, wish]
  if (agree(before, wish)) return [...earlier.slice(0, -1), combine(before, wish)]
  return [...earlier, wish.kind === 'change' ? after(before, wish) : wish]
}

/** What is not said again is the same; "the day before" is the one before that. */
function after(before: RankingWish | ChangeWish, wish: ChangeWish): Wish {
  return { ...combine(before, wish), ...shifted(wish, before) }
}

function isRefinable(wish: Wish): wish is RankingWish | ChangeWish {
  if (wish.kind === 'ranking') return true
  return wish.kind === 'change' && wish.words === undefined && !wish.more
}

function agree(a: Details, b: Details): boolean {
  return (
    (a.count === undefined || b.count === undefined || a.count === b.count) &&
    (!a.timeframe || !b.timeframe || isSame(a.timeframe, b.timeframe)) &&
    (!a.zone || !b.zone || a.zone === b.zone)
  )
}

/** "The day before" is another day than the one it is said after. */
function isSame(a: Timeframe, b: Timeframe): boolean {
  return a.text === b.text && !b.before
}

function combine(a: RankingWish | ChangeWish, b: RankingWish | ChangeWish) {
  if (a.kind === 'change' && b.kind === 'ranking') return { ...a, ...b }
  return a.kind === 'ranking' ? { ...a, ...b, kind: a.kind, brief: a.brief } : { ...a, ...b }
}

/** A zone said once is meant for every ranking of the message. */
function shareZone(wishes: readonly Wish[]): Wish[] {
  const zone = wishes.flatMap((wish) => (wish.kind === 'ranking' && wish.zone) || []).at(0)
  if (!zone) return [...wishes]
  return wishes.map((wish) => (wish.kind === 'ranking' ? { zone, ...wish } : wish))
}

/** However often it is said, confetti is thrown once. */
function onceCheered(wishes: readonly Wish[]): Wish[] {
  const first = wishes.find((wish) => isConfetti(wish) && !wish.weak) ?? wishes.find(isConfetti)
  return wishes.filter((wish) => !isConfetti(wish) || wish === first)
}

/** Beside a celebration a mere time tells when it was. */
function unlessCelebrating(wishes: readonly Wish[]): Wish[] {
  return wishes.some(isConfetti) ? wishes.filter(({ kind }) => kind !== 'change') : [...wishes]
}

function isConfetti(wish: Wish): wish is ConfettiWish {
  return wish.kind === 'confetti'
}

function isCourtesy({ topic }: TalkWish): boolean {
  return ['greeting', 'nod', 'thanks', 'farewell'].includes(topic)
}
