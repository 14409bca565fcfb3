import { FUTURE } from '../time/timeframe.ts'
import { isMark } from '../wording/word-classes.ts'
import { isAdvice } from './advice.ts'
import { celebration, refusesConfetti } from './celebration.ts'
import { changeOf, repetition } from './change.ts'
import { type Clause, createClause, wordsOf } from './clause.ts'
import { detailsOf } from './details.ts'
import { asksForHelp } from './help.ts'
import { asksWhoIAm } from './introduction.ts'
import type { MarkedMessage } from './marked-message.ts'
import { findHead } from './patterns.ts'
import { bareChange, rankings } from './ranking.ts'
import { isChore, isWorkToMake } from './chore.ts'
import { isAboutInstructions } from './instructions.ts'
import { isForeignSubject } from './scope.ts'
import { commandedSearch, neededSearch } from './search.ts'
import { smallTalk } from './small-talk.ts'
import { hasProductWord } from './nouns.ts'
import type { Topic, Wish } from './wish.ts'

const NOISE =
  /\b(?:(?:on|in|at|from|for|of|via) )?(?:the )?(?:product ?hunt|launchboard)(?: (?:site|website|catalogue|list|board))?\b|\bso far\b|\bout there\b|\b(?:sorted |ranked |ordered )?by (?:\w+ ){0,3}?(?:votes?|upvotes?|popularity|score|points|likes|ranking|rank)\b|\bwith the (?:most|highest) (?:\w+ )?(?:votes|upvotes|points|likes|comments)\b|\bif (?:you can|possible|that is (?:ok|okay|possible|alright)|you do not mind|you could|that works)\b|\bwhen you (?:can|get a \w+|have a \w+)\b|\bfor (?:me|us)\b|\bi (?:was |am )?(?:just )?(?:wonder(?:ing|ed)?|thinking|hoping)\b(?: if| whether)?|\breal quick\b|\bin (?:the|this|your|our) (?:whole |entire )?(?:catalogue|catalog|database|list|site|board|world|system)\b|\b(?:would|do) you mind\b|\bno (?:need|rush|worries|hurry)\b/g
const HYPHENED = /\b(top|best|highest|most|well|up)-(?=[a-z])/g

/** What is said to the answer before, ahead of what is asked next. */
const ASIDE =
  /^(?:(?:cool|nice|great|ok|okay|wow|awesome|perfect|good|lovely|thanks|thank you|right|alright|sweet|neat|interesting|hmm+|no|nope|nah|yes|yeah|yep|hi|hello|hey)\b[ ,]+)+(?=(?:what|how|and|now|then|show|give|make|can|could|but|so|let|in|for|just|only|the|same|i|actually|or|also|top|is|do|any)\b)/

const COUNTING =
  /\b(?:how many|number of|count(?: of)?(?: the)?) (?:\w+ )?(?:products?|launches|apps?|tools?|startups?|things)\b/
const HOW_RANKED =
  /\bhow (?:do|does|did|are|is) (?:\S+ ){1,3}?(?:rank|ranked|ranking work|calculated|counted|decided|scored|sorted)\b/
const PLURAL_TOOLS =
  /(?<!\b(?:my|our) )\b(?:apps|tools|software|products|libraries|plugins|extensions)\b/

/**
 * What one clause wishes for; nothing where it cannot be told. Where the whole says nothing, a part
 * of it may: "I was offline yesterday, what did I miss?"
 */
export function read(clause: Clause, message: MarkedMessage): Wish[] {
  const wishes = readWhole(clause, message)
  if (!isLost(wishes)) return wishes

  const parts = clause.text.split(PART).map((text) => createClause(text, clause.end, message))
  const read = parts.map((part) => ({ part, wishes: readWhole(part, message) }))
  const told = read.filter(({ wishes }) => !isLost(wishes))
  if (parts.length < 2 || told.length === 0) return wishes
  return read.flatMap(({ part, wishes }) => (isLost(wishes) ? beside(part) : wishes))
}

const PART = /,| - | so (?=what|who|show|give|tell)|: /

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
  const text = clause.text.replace(NOISE, ' ').replace(/\s+/g, ' ').trim().replace(ASIDE, '').replace(HYPHENED, '$1 ')
  const plain = { ...clause, text }
  const talk = firstTalk(clause.text)
  if (talk) return [talk]
  const wish = commanded(plain, message) ?? celebrated(clause, message) ?? secondTalk(clause.text)
  if (wish) return [wish]
  const again = repetition(clause, message)
  if (again) return [again]
  return (
    rankings(plain) ?? one(bareChange(plain) ?? neededSearch(plain, message) ?? changeOf(plain))
  )
}

function firstTalk(text: string): Wish | undefined {
  if (isAboutInstructions(text)) return say('instructions')
  const topic = smallTalk(text)
  if (topic) return say(topic)
  if (isWorkToMake(text)) return say('out-of-scope')
  if (isChore(text) && !/\bconfetti\b/.test(text) && !findHead(text) && !hasProductWord(wordsOf(text))) return say('out-of-scope')
  return undefined
}

function commanded(clause: Clause, message: MarkedMessage): Wish | undefined {
  return refusesConfetti(clause.text) ? undefined : commandedSearch(clause, message)
}

function celebrated(clause: Clause, message: MarkedMessage): Wish | undefined {
  const { text } = clause
  if (PLURAL_TOOLS.test(text)) return undefined
  return refusesConfetti(text) ? say('no-confetti') : celebration(clause, message)
}

function secondTalk(text: string): Wish | undefined {
  const words = wordsOf(text).filter((word) => !isMark(word))
  const plain = words.join(' ')
  if (isAdvice(text) && !PLURAL_TOOLS.test(text)) return say('advice')
  if (COUNTING.test(plain)) return say('counting')
  if (HOW_RANKED.test(plain)) return say('introduction')
  if (findHead(text)) return undefined
  if (asksWhoIAm(plain)) return say('introduction')
  if (asksForHelp(plain)) return say('help')
  return isForeignSubject(text) && !PLURAL_TOOLS.test(text) && !/\b(?:app|tool)\b/.test(text)
    ? say('out-of-scope')
    : undefined
}

function one(wish: Wish | undefined): Wish[] {
  return wish ? [wish] : []
}

function say(topic: Topic): Wish {
  return { kind: 'talk', topic }
}
