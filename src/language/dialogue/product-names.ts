import { type Item, isMark, isTopic, isWord } from '../intent/items.ts'
import { isCapitalized } from '../normalise/utterance.ts'
import { type Intention, mostProbable } from './intents.ts'

const ASKING_ABOUT =
  /^(?:(?:and|ok|okay|so|then)[ ,]+)*(?:(?:tell me|more|info) (?:more )?(?:about|on)|(?:what|who)(?:'s| is| about)|how about|and) /i
const NAME_WORD = "\\p{Lu}[\\p{L}\\p{N}'.-]*"
const NAME = `(?<name>${NAME_WORD}(?: (?:&|and|of|the|for|to|in|\\d+|${NAME_WORD}))*)`
const ONLY_NAME = new RegExp(`^${NAME}\\W*$`, 'u')
const IS_LISTED = new RegExp(
  `^(?:[Aa]nd |[Ss]o |[Oo]k,? )?(?:[Ii]s|[Ww]as|[Dd]id) ${NAME} (?:(?:in|on|part of) (?:there|(?:the|that|this|your) (?:list|ranking|top))|among|made|make)\\b`,
  'u',
)

/** The name that a message asks about: "tell me about Net Fourteen", "and Quillet & Sons?" */
export function nameAskedAbout(typed: string): string | undefined {
  const asked = typed.replace(ASKING_ABOUT, '')
  return asked === typed ? undefined : ONLY_NAME.exec(asked)?.groups?.name
}

/** The name that a message expects in a list: "is Mothkey in there?" */
export function nameExpected(typed: string): string | undefined {
  return IS_LISTED.exec(typed)?.groups?.name
}

/** Below this probability the best guess says little. */
const MIN_INFORMED = 0.3
const MAX_WORDS = 2
const MAX_SOUGHT = 4
const REJECTING = /^(?:forget|ignore|skip|drop|remove|ditch|none)$/

/** Whether a message that the model knows little of may be about a product by its name. */
export function namesProduct(items: readonly Item[], intention: Intention): boolean {
  return isBareName(items, intention) || (intention.intent === 'unclear' && hasName(items))
}

/** "And Thistle?" */
const GOING_ON = /^(?:and|what|how)$/

/** Whether an unclear reply may be words to search for: "and Thistle?", "online ordering". */
export function namesSought(items: readonly Item[]): boolean {
  const words = items.filter((item) => !isMark(item))
  if (REJECTING.test(words[0]?.text ?? '')) return false
  const isBare = words.every((word) => isTopic(word) && /^\p{L}{4,}$/u.test(word.text))
  const isShort = 0 < words.length && words.length <= MAX_SOUGHT
  return isShort && (isBare || (GOING_ON.test(words[0]?.text ?? '') && hasName(items)))
}

/** "Mothkey", "larkspur notes". */
function isBareName(items: readonly Item[], { guesses }: Intention): boolean {
  const words = items.filter((item) => !isMark(item))
  const best = mostProbable(guesses)
  return (
    words.length <= MAX_WORDS &&
    words.every((word) => isTopic(word) && /^\p{L}{3,}$/u.test(word.text)) &&
    best.name === 'search' &&
    best.probability < MIN_INFORMED
  )
}

/** "What is Mothkey?": the only words of a topic are capitalized within the sentence. */
function hasName(items: readonly Item[]): boolean {
  const words = items.filter(isWord)
  const [first, ...others] = words
  return (
    first !== undefined &&
    !isTopic(first) &&
    others.some(isTopic) &&
    others.every((word) => {
      const { cased } = word.token
      return isTopic(word) ? isCapitalized(cased) : /^\p{Ll}/u.test(cased)
    }) &&
    items.every((item) => !item.isSlot)
  )
}
