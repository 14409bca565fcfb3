import { anyOf } from '../wording/words.ts'

const MOST = anyOf(
  'popular successful exciting interesting impressive innovative trending votes upvotes points comments buzz hype recent love',
)

/** What asks for a ranking, whatever else stands in the sentence. */
export const HEAD = new RegExp(
  `\\b(?:${anyOf(`
    tops? best greatest biggest hottest coolest finest highest leading leaders? leader_?boards? rank
    rankings? ranked trending trends? trendy trendiest popular winners? winning won number_one
    favou?rites? number_1 no_1 nr_1 greats champions? podium hall_of_fame first_place standouts? highlights charts? goats?
    most_liked most_loved
  `)}|most (?:${MOST}|\\w+ed))\\b|(?:^|\\s)#\\s?1\\b|(?<=\\b(?:who|what|products?|launch|launches|app|one) )leads\\b`,
)

const SAYINGS = new RegExp(
  `\\b(?:${anyOf(`
    all_the_best best_wishes best_regards best_of_luck best_friends? top_notch on_top_of_that
    on_top_of_this on_top_of_it at_best my_best your_best do_our_best best_practices? best_bot
    best_assistant best_answer
  `)}|you (?:are )?(?:simply )?(?:the )?(?:best|greatest|goat)|(?:it|this|that) is the best)\\b`,
  'g',
)

/** Where a text asks for a ranking, sayings such as "all the best" apart. */
export function findHead(text: string) {
  const match = HEAD.exec(text.replace(SAYINGS, (saying) => ' '.repeat(saying.length)))
  if (!match) return undefined
  const [head] = match
  const after = text.slice(match.index + head.length)
  return { head: head.trim(), before: text.slice(0, match.index), after }
}
