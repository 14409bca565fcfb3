/** A message that takes back its beginning: "find tax lawyers, sorry, patent lawyers". */
interface Correction {
  /** What is taken back. */
  before: string
  /** What is meant, as a reply that corrects a request. */
  after: string
}

const HESITATION = '(?:(?:w?h?oops|ups|ugh|u+m+|u+h+|h+m+|ah|er|oh|lol|or|no|wait)[\\s,.…]+){0,4}'
const MEANT = 'i mean(?:t|t to say)?'
const TAKEN_BACK =
  '(?:scratch|strike|ignore|forget|scrap) that|correction|or (?:rather|actually|more precisely)' +
  '|actually no|no,? wait|wait,? no|make that'
/** These need a comma or the like before them, as they begin other remarks too. */
const APOLOGY =
  '(?:beg )?pardon(?: me)?|excuse me|(?:no )?(?:sorry|sry)(?:,? (?:wrong \\w+|typo))?|apologies|typo|' +
  'wrong word|my (?:bad|mistake)|i misspoke|forget it|nope|rather|(?:wait|no)(?=\\s?[,:;–—-])'

/** The words between what is taken back and what is meant. */
const EDIT = new RegExp(
  `(?:[\\s,;:.?!…–—-]+${HESITATION}(?:${MEANT}|${TAKEN_BACK})` +
    `|[,;:.?!…–—-]\\s*${HESITATION}(?:${APOLOGY}))(?![\\p{L}\\p{N}'-])[\\s,;:.…–—-]+(?:i meant )?`,
  'giu',
)

/** "Telescopes? Microscopes, I mean." */
const SAID_AFTER =
  /^(.{3,300}[?.…])\s*((?:[\p{L}\p{N}'-]+\s+){0,3}[\p{L}\p{N}'-]+),?\s+i meant?[\s.!]*$/iu

/** How an explanation begins, and not another request. */
const EXPLANATION =
  /^(?:i|i'?m|i'?d|i'?ve|we|you|he|she|it|its|it's|they|there|this|that|these|those|who|what|how|why|when|if|my|our|your|for|to|about|but|and|also|because|as|in|on|at|was|am|is|are|not|only|just|like|really|seriously|come|never|no)(?![\p{L}\p{N}])/iu

export function findCorrection(message: string): Correction | undefined {
  const [, said = '', meant] = SAID_AFTER.exec(message) ?? []
  if (meant) return correction(said, meant)
  const edit = [...message.matchAll(EDIT)].at(-1)
  if (!edit) return undefined
  return correction(message.slice(0, edit.index), message.slice(edit.index + edit[0].length))
}

function correction(before: string, meant: string): Correction | undefined {
  const isEmpty = !/[\p{L}\p{N}]/u.test(before) || !/[\p{L}\p{N}]/u.test(meant)
  return isEmpty || EXPLANATION.test(meant) ? undefined : { before, after: `no, i meant ${meant}` }
}
