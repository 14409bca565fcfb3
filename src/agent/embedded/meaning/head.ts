import { phrases, phrasesSource } from '../wording/phrases.ts'

const HEADS = phrasesSource(`
  tops?|best|greatest|biggest|hottest|coolest|finest|highest|leading|leaders?|leader_?boards?|rank
  rankings?|ranked|trending|trends?|trendy|trendiest|popular|winners?|winning|won|champs?|champions?
  number_ones?|number_1|no_1|nr_1|#\\s?1|favou?rites?|greats|podium|hall_of_fame|first_place
  standouts?|highlights|charts?|goats?
  most popular|successful|exciting|interesting|impressive|innovative|trending|votes|upvotes|points
  most comments|buzz|hype|recent|love|\\w+ed
  ranks first|highest|top
  (?<=(?:who|what|products?|launch|launches|app|one)_)leads
`)

const HEAD = new RegExp(HEADS)
const HEAD_FIRST = new RegExp(`^${HEADS}`)

const SAYINGS = phrases(
  `
    all the best
    best wishes|regards|of_luck|friends?|practices?|bot|assistant|answer
    top_notch|at_best|my_best|your_best|do_our_best
    on top of that|this|it
    you [are] [simply] [the] best|greatest|goat
    it|this|that is the best
  `,
  'g',
)

/** Where a text asks for a ranking, sayings such as "all the best" apart. */
export function findHead(text: string) {
  const match = HEAD.exec(text.replace(SAYINGS, (saying) => ' '.repeat(saying.length)))
  if (!match) return undefined
  const [head] = match
  const after = text.slice(match.index + head.length)
  return { head, before: text.slice(0, match.index), after }
}

/** Whether a text asks for a ranking with its very first words. */
export function startsWithHead(text: string): boolean {
  return HEAD_FIRST.test(text)
}
