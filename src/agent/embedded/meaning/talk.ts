import { phrases } from '../wording/phrases.ts'
import { isMark } from '../wording/word-classes.ts'
import { isAdvice } from './advice.ts'
import { hasPartyEmoji } from './celebration.ts'
import { isChore, isMeddling, isWorkToMake } from './chore.ts'
import { wordsOf } from './clause.ts'
import { findHead } from './head.ts'
import { asksForHelp } from './help.ts'
import { isAboutInstructions } from './instructions.ts'
import { asksWhoIAm } from './introduction.ts'
import { hasKind, hasProductWord } from './nouns.ts'
import { isForeignTo } from './scope.ts'
import { smallTalk } from './small-talk.ts'
import type { Topic } from './wish.ts'

/** Talk that nothing else in the clause can turn into a request. */
export function clearTalk(text: string): Topic | undefined {
  if (isAboutInstructions(text)) return 'instructions'
  const topic = smallTalk(text)
  const isCheer = hasPartyEmoji(text) && (topic === 'nod' || topic === 'greeting')
  if (topic && !isCheer) return topic
  if (isWorkToMake(text) || isMeddling(text)) return 'out-of-scope'
  if (isChore(text) && !namesProducts(text)) return 'out-of-scope'
  return HOW.test(text) && asksForHelp(text) ? 'help' : undefined
}

const HOW = phrases('how do|can|should|to')

/** Talk by its words, where no search and no celebration was asked for. */
export function likelyTalk(text: string): Topic | undefined {
  const plain = wordsOf(text)
    .filter((word) => !isMark(word))
    .join(' ')
  const namesTools = TOOLS.test(text)
  if (isAdvice(text) && !namesTools) return 'advice'
  if (COUNTING.test(plain)) return 'counting'
  if (asksHowRanked(plain)) return 'introduction'
  if (findHead(text)) return undefined
  if (asksWhoIAm(plain)) return 'introduction'
  if (asksForHelp(plain)) return 'help'
  const isTool = namesTools || TOOL.test(text) || hasKind(wordsOf(text))
  return isForeignTo(text) && !isTool ? 'out-of-scope' : undefined
}

const TOOLS = phrases('(?<!(my|our)_)(apps|tools|software|products|libraries|plugins|extensions)')
const TOOL = phrases('app|tool')
const COUNTING = phrases(`
  how_many|number_of|count [of] [the] [*] products?|launches|apps?|tools?|startups?|things
`)

function asksHowRanked(text: string): boolean {
  return HOW_RANKED.test(text)
}

const HOW_RANKED = phrases(`
  how do|does|did|are|is * ... rank|ranked|ranking_work|calculated|counted|decided|scored|sorted
`)

export function namesTools(text: string): boolean {
  return TOOLS.test(text)
}

/** Asks for products after all: "write me a list of the top 5", "email signature generator". */
function namesProducts(text: string): boolean {
  const words = wordsOf(text)
  return (
    findHead(text) !== undefined ||
    text.includes('confetti') ||
    hasProductWord(words) ||
    hasKind(words)
  )
}
