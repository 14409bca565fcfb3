import { phrases } from '../wording/phrases.ts'

const VOTES = 'votes?|upvotes?|popularity|score|points|likes|comments|ranking|rank'

/** What narrows no request: where the ranking is, how it is sorted, that it may wait. */
const NOISE = phrases(
  `
    [on|in|at|from|for|of|via] [the] product_?hunt|launchboard [site|website|catalogue|list|board]
    in the|this|your|our [whole|entire] catalogue|catalog|database|list|site|board|world|system
    so_far|out_there|as_well|real_quick
    [sorted|ranked|ordered] by [the] [number_of|most] ${VOTES}
    according_to|based_on|in_terms_of [the] [number_of] *
    with the most|highest [number_of] ${VOTES}
    if you_can|possible|that_is_ok|that_is_okay|that_is_possible|you_do_not_mind|you_could
    if that_works
    when you can|get_a_\\w+|have_a_\\w+
    would|do you mind
    no need|rush|worries|hurry
    for me|us
    i [was|am] [just] wonder(ing|ed)?|thinking|hoping [if|whether]
  `,
  'g',
)

/** "Top-rated" is "top rated" to us. */
const HYPHEN = /\b(top|best|highest|most|well|up)-(?=[a-z])/g

const COMMENTS = [
  'cool|nice|great|ok|okay|wow|awesome|perfect|good|lovely|thanks|thank you|right|alright|sweet',
  'neat',
  'interesting|hmm+|no|nope|nah|yes|yeah|yep|hi|hello|hey',
].join('|')
const REQUESTS = [
  'what|how|and|now|then|show|give|make|can|could|but|so|let|in|for|just|only|the|same|i|actually',
  'or',
  'also|top|is|do|any',
].join('|')

/** What is said to the answer before, ahead of what is asked next. */
const COMMENT = new RegExp(`^(?:(?:${COMMENTS})\\b[ ,]+)+(?=(?:${REQUESTS})\\b)`)

export function withoutNoise(text: string): string {
  return text
    .replace(NOISE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(COMMENT, '')
    .replace(/\btop dogs?\b/, 'top')
    .replace(HYPHEN, '$1 ')
}
