import { isCity, wordSet, ZONE_PLACES } from './lexicon.ts'

const TITLED = '(?:(?:dr|mr|ms|mrs)\\.? )?'
const NAME = "(?<name>\\p{L}[\\p{L}'’-]+)"
const NAMES = `${TITLED}${NAME}(?: \\p{L}[\\p{L}.]*)?`
const ASKS =
  '(?:asks?|asked|is asking|wants? to know|wonders?|wondered|would like to know|says?|said)'

/** Who writes, asks or is called: "hey Claude, …", "Kate here, …", "Kate wants to know: …". */
const BEFORE = [
  `(?<=^(?:hey|heya|hi|hiya|hello|yo|howdy|dear)) @?${NAME}(?=\\s?[,!:.]\\s*[\\p{L}\\p{N}])`,
  `^(?:(?:hey|hi|hello)[, ]+)?(?:this is|it'?s|i'?m|i am|my name is) ${NAME}(?: here)?\\s*[.,!:;]`,
  `^${NAME} here\\s*[.,!:;]`,
  `^(?:for|from) ${NAME}\\s*:`,
  `^${NAME} ${ASKS}(?: me| us| this)?\\s*[:,]`,
]

/** "(Kate asks)", "cc Kate", "Thanks, Dana", "Kind regards, Dr. Okafor", "- Dana". */
const AFTER = [
  `\\s*\\(${NAME} ${ASKS}(?: me| us| this)?\\)`,
  `\\s+cc:? @?${NAME}$`,
  `(?<=[\\n,.!?-]\\s*(?:thanks|thank you|thx|cheers))\\s*[,\\n]\\s*${NAMES}$`,
  `(?<=[\\n,.!?-]\\s*)(?:(?:kind|best|warm) )?(?:regards|wishes|greetings|sincerely|best)\\s*[,\\n]\\s*${NAMES}$`,
  `(?<=\\S \\S+)(?: [-\u2013\u2014]|\\s*\\n\\s*\\n)\\s*${NAME}$`,
]

const PATTERNS = [...BEFORE, ...AFTER].map((source) => new RegExp(source, 'iu'))

const CALLED = wordSet(
  'all team everyone everybody folks guys friends bot there assistant launchbot',
)

/** Without the names of people that are no part of the question, and what introduces them. */
export function withoutNames(text: string): string {
  return PATTERNS.reduce(
    (all, pattern) =>
      all.replace(pattern, (match, name: string) => (isName(name) ? '' : match)).trim(),
    text.replace(/\s+/g, shortened),
  )
}

/** A blank line, a line break or a space: the patterns take too long on many of them. */
function shortened(space: string): string {
  const lines = space.split('\n').length - 1
  return lines > 1 ? '\n\n' : lines === 1 ? '\n' : ' '
}

/** Capitalized, and no place or day: "hey Tokyo, …" asks for a time zone. */
function isName(word: string): boolean {
  const lower = word.toLowerCase()
  const isPlace = isCity(lower) || ZONE_PLACES.has(lower)
  const isOther = isPlace || /day$|^(?:thanks|confetti)$/.test(lower)
  return CALLED.has(lower) || (/^\p{Lu}/u.test(word) && !isOther)
}
