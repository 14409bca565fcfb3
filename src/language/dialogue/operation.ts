import { ORDINALS } from '../normalise/numbers.ts'

/** What tools know of a product. */
export type Field = 'votes' | 'comments' | 'launch' | 'topics' | 'tagline' | 'link' | 'rank'

/** What is to be done with the products of a set. */
export type Operation =
  /** Lists the products that fit, or describes each. */
  | { name: 'list' }
  /** Everything of one product. */
  | { name: 'about' }
  | { name: 'field'; field: Field }
  | { name: 'like' }
  | { name: 'extreme'; field: Measure; isLeast: boolean }
  | { name: 'compare' | 'difference' | 'sum'; field: Measure }
  | { name: 'count' }
  /** The most common topics. */
  | { name: 'topics' }

/** A field by which products have an order. */
export type Measure = 'votes' | 'comments' | 'launch'

/** Keeps to products with so many votes or comments. */
export interface Condition {
  field: 'votes' | 'comments'
  min?: number
  max?: number
}

const COMMENTS = '(?:comment(?:s|ed)?|discuss(?:ed|ions?)?|repl(?:y|ies)|talked about|feedback)'
const VOTES = '(?:(?:up)?vot(?:es?|ed)|points|likes|score|popular)'
const THINGS =
  '(?:products?|launch(?:es)?|apps?|tools?|startups?|ones?|things?|makers?|entries|releases)'

const DATED =
  /\bwhen\b|\b(?:launch|release|start)(?:ed|ing)? (?:date|day|time)\b|\b(?:what|which) (?:exact |calendar )?(?:day|date|time|hour)\b|\bhow (?:old|new|long ago|recent(?:ly)?)\b|\bdate of\b|\b(?:its|the) (?:age|date)\b|\bhow long has\b/
const FIELDS: readonly (readonly [Field, RegExp])[] = [
  [
    'rank',
    /\b(?:ranks?|ranked|ranking|position|standing|stand|places?|placed|come in|where (?:is|was|did|does|are))\b|^(?:(?:and|so|ok|,) )*(?:is|was|did) .*\b(?:first|second|third|\d+(?:st|nd|rd|th)|number \d+|on top|leading|winning|win|won|top \d+)\b/,
  ],
  ['launch', DATED],
  ['topics', /\b(?:topics?|categor(?:y|ies)|tags?|genre|filed under)\b/],
  [
    'link',
    /\b(?:link|url|website|homepage|web ?page|site|address|where can i (?:find|see|try|get))\b/,
  ],
  [
    'tagline',
    /\b(?:tagline|slogan|motto|pitch|one liner|do(?:es)? (?:it|this|that|he|she) do|what do(?:es)? .* do|for what|good for|supposed to|purpose|used for|what is .* (?:about|for)|about what|description)\b/,
  ],
  ['comments', new RegExp(`\\b${COMMENTS}\\b`)],
  ['votes', new RegExp(`\\b${VOTES}\\b|\\bhow popular\\b`)],
]

/** The field of a product that a text asks for. */
export function fieldIn(text: string): Field | undefined {
  return FIELDS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** What is compared: votes, unless something else is named. */
export function measureIn(text: string): Measure {
  if (new RegExp(`\\b${COMMENTS}\\b`).test(text)) return 'comments'
  return /\b(?:old(?:er|est)?|young(?:er|est)?|new(?:er|est)?|recent|earl(?:y|ier|iest)|lat(?:er|est)|launched (?:first|last))\b/.test(
    text,
  )
    ? 'launch'
    : 'votes'
}

const NEWEST =
  /\b(?:newest|latest|youngest|(?:most|more) recent(?:ly)?|newer|younger|launched (?:last|latest|later)|last (?:to launch|one to launch|launched)|(?:came|come|was|is) (?:out )?last|later)\b/
const OLDEST =
  /\b(?:oldest|older|earliest|earlier|launched (?:first|earliest|earlier|before)|first (?:to launch|one to launch|launched)|(?:came|come) out first|least recent(?:ly)?)\b/
const LEAST =
  /\b(?:fewest|fewer|least|lowest|lower|smallest|smaller|worst|less|minimum|bottom|weakest|flops?)\b/
const MOST =
  /\b(?:most|more|highest|higher|biggest|bigger|largest|larger|best|better|greatest|top|maximum|strongest|favou?rite|winner|winning|won|leads|ahead)\b/

/** The product that stands out: "the fewest votes", "the newest". */
export function extremeIn(text: string): Extract<Operation, { name: 'extreme' }> | undefined {
  if (NEWEST.test(text)) return { name: 'extreme', field: 'launch', isLeast: false }
  if (OLDEST.test(text)) return { name: 'extreme', field: 'launch', isLeast: true }
  const field = new RegExp(`\\b${COMMENTS}\\b`).test(text) ? 'comments' : 'votes'
  if (LEAST.test(text)) return { name: 'extreme', field, isLeast: true }
  return MOST.test(text) ? { name: 'extreme', field, isLeast: false } : undefined
}

const NUMBER = '(\\d+(?:\\.\\d+)?)(k?)'
const NOUN = `(?: (?:up)?(votes?|comments?|points|replies))`
const CONDITIONS: readonly (readonly [RegExp, 'min' | 'max', number])[] = [
  [new RegExp(`\\b(?:more|greater|higher|bigger) than ${NUMBER}${NOUN}`), 'min', 1],
  [
    new RegExp(
      `(?:\\b(?:over|above|exceed(?:ing|ed|s)?|past|passed|beyond|north of|topped)|>) ?${NUMBER}${NOUN}`,
    ),
    'min',
    1,
  ],
  [
    new RegExp(
      `\\b(?:at least|minimum(?: of)?|min|from|no (?:less|fewer) than|not (?:less|fewer) than) ${NUMBER}${NOUN}`,
    ),
    'min',
    0,
  ],
  [new RegExp(`\\b${NUMBER} ?(?:\\+|plus|or more|and more|or above|and up)${NOUN}`), 'min', 0],
  [
    new RegExp(`\\b${NUMBER}${NOUN} (?:or more|and more|or above|and up|plus|at least|minimum)`),
    'min',
    0,
  ],
  [
    new RegExp(
      `\\b(?:at most|maximum(?: of)?|max|up to|no more than|not more than) ${NUMBER}${NOUN}`,
    ),
    'max',
    0,
  ],
  [
    new RegExp(
      `(?:\\b(?:less|fewer|lower|smaller) than|\\b(?:under|below|beneath|short of)|<) ?${NUMBER}${NOUN}`,
    ),
    'max',
    -1,
  ],
  [new RegExp(`\\b${NUMBER}${NOUN} (?:or (?:less|fewer)|at most|maximum)`), 'max', 0],
]

const UNKNOWN =
  /\b(?:free|costs?|price[ds]?|pricing|cheap(?:er|est)?|expensive|paid|who (?:made|makes|built|builds|created|founded|owns|runs|invented|hunted)|(?:is|are|was) behind|makers?|founders?|founded|ceo|android|ios|iphone|ipad|windows|linux|macos|offline|open source|users|customers|downloads|revenue|funding|raised|invest(?:ed|ors?)?|reviews?|would you|do you (?:like|prefer|recommend)|safe|secure|trustworthy|easiest|nicest)\b/
const SEND_LATER =
  /(?:^|[,.;!?] )(?:(?:please|can you|could you|would you|and|hey|i want you to) )*(?:(?:notify|alert|remind|ping|text|message|email) me\b|let me know (?:when|if|once)|tell me (?:when|once|as soon as) .* (?:is|gets|hits|reaches|launches|wins)|subscribe me|send me (?:an?|the) (?:\S+ )?(?:email|newsletter|alert|notification|reminder))/

/** The number of votes or comments that products must have. */
export function conditionIn(text: string): Condition | undefined {
  for (const [pattern, end, step] of CONDITIONS) {
    const [match, digits, thousands, noun = ''] = pattern.exec(text) ?? []
    if (!match) continue
    const field = /^(?:comment|repl)/.test(noun) ? 'comments' : 'votes'
    return { field, [end]: Number(digits) * (thousands ? 1000 : 1) + step }
  }
  return undefined
}

const COUNTED = new RegExp(
  `\\bhow many(?: (?!votes|comments|upvotes|points|users|people)\\S+){0,4}? ${THINGS}\\b|\\b(?:number|count|amount|total) of (?:\\S+ ){0,3}?${THINGS}\\b|\\bhow many (?:of (?:them|those|these)|were|are|was|is|have|has|got|did|there|launched|in all|in total|came)\\b|\\bcount (?:the|all|them|those|of)\\b`,
)
const SUMMED =
  /\b(?:in total|together|combined|altogether|all told|in sum|sum|summed|total|overall|add(?:ed)? (?:them |those |it |these )?up|all of them)\b/
const DIFFERENCE =
  /\b(?:difference|differ|by how (?:much|many)|how (?:much|far|many (?:\S+ )?(?:more|fewer|less)|many votes (?:is|was|are))|margin|gap|ahead of|behind|lead over|(?:votes|points) (?:ahead|behind|apart|between))\b/
const COMPARED =
  /\b(?:vs|versus|compare[ds]?|comparing|comparison|side by side|head to head|against|next to each other|better|worse|bigger|smaller|stronger|more \S+(?: \S+)* than|fewer \S+ than|did more|beats?|beaten?|outdo|than)\b/
const TOPICS_ASKED =
  /\b(?:which|what|most (?:\S+ )?|top|biggest|busiest|hottest|leading|common(?:est)?|popular) (?:\S+ )?(?:topics?|categor(?:y|ies))\b|\b(?:topics?|categor(?:y|ies)) (?:is|are|was|were|has|have|had|got|with|do|did|by) (?:\S+ )*(?:most|popular|biggest|top|common|often|busiest|hot(?:test)?|win\w*|won|lead\w*)\b/
const LIKE =
  /\b(?:like (?:it|that|this|them)?|similar|alternatives?|resembl\w+|related|comparable|same kind|competitors?|rivals?)\b/
const ABOUT =
  /\b(?:about|more|tell|who is|what is|who are|know|info|information|details?|describe|explain|show|summary|introduce|everything|all on)\b/

const isCounted = (text: string) => COUNTED.test(text)
const isSummed = (text: string) => SUMMED.test(text) && !isCounted(text)

export const asks = {
  count: isCounted,
  sum: isSummed,
  difference: (text: string) => DIFFERENCE.test(text),
  comparison: (text: string) => COMPARED.test(text),
  topics: (text: string) => TOPICS_ASKED.test(text),
  like: (text: string) => LIKE.test(text),
  about: (text: string) => ABOUT.test(text),
  /** Asks for a ranking by something other than the most votes. */
  byOther: (text: string) =>
    new RegExp(
      `\\b(?:worst|fewest|lowest|least|oldest|flops?|bottom|most (?:${COMMENTS})|by ${COMMENTS})\\b`,
    ).test(text),
  /** Asks for what no tool knows of a product. */
  unknown: (text: string) => UNKNOWN.test(text),
  later: (text: string) => SEND_LATER.test(text),
  /** Asks so of a product, if it names one. */
  ofProduct: (text: string) =>
    DATED.test(text) ||
    COMPARED.test(text) ||
    DIFFERENCE.test(text) ||
    (/^who (?:is|are)\b/.test(text) && !extremeIn(text)) ||
    /^what do(?:es)? .* do\b|\b(?:is|was|did) .* (?:first|second|third|number|on top|win|won|leading)\b|\bwhich (?:is|one|did|has)\b|\bwho (?:has|did|got)\b|\bhow many (?:up)?(?:votes|comments)\b|\b(?:rank|place|position|tagline|topics?|category|link|url) (?:of|for|is|does|did|has)\b/.test(
      text,
    ),
}

const WORDS = ORDINALS.slice(1, 20).join('|')
const PLACE = new RegExp(
  `\\b(?:(${WORDS})|(\\d{1,3})(?:st|nd|rd|th)|(?:number|no(?: ?\\.)?|place|rank|position|nr) ?(\\d{1,3}))\\b|#(\\d{1,3})\\b`,
  'g',
)
const NAMED_PLACES: readonly (readonly [RegExp, number])[] = [
  [/\brunner ?up\b/, 2],
  [/\b(?:winner|leader|champion|top one|best one|winning one)\b/, 1],
  [
    /\b(?:the|that) (?:very )?last(?: one| 1)?\b(?! (?:one|1) (?:to|launched)| (?:\d{2}|[2-9]|week|month|year|day|quarter|hour|night|weekend|few|to|launched))/,
    -1,
  ],
]

/** The places of a list that a text names; the last one is -1. */
export function placesIn(text: string): number[] {
  const numbered = Array.from(text.matchAll(PLACE), ([, word = '', ...numbers]) =>
    Number(numbers.find(Boolean) ?? ORDINALS.indexOf(word)),
  )
  const named = NAMED_PLACES.flatMap(([pattern, place]) => (pattern.test(text) ? [place] : []))
  return [...new Set([...numbered, ...named])].filter((place) => place !== 0)
}

/** Stands for the products that were listed. */
export const THEM =
  /\b(?:them|those|these|they|their|of the (?:list|\d+|two|three|four|five|six|seven|eight|nine|ten|bunch|lot)|all (?:three|four|five|\d+)|both|(?:the|that|your|this) list|(?:the )?ones (?:above|you))\b/
/** Stands for one product. */
export const IT = /\b(?:it|its|this (?:one|product|app)|that (?:one|product|app)|he|she)\b/
/** A place and no more: "and the 4th?" */
export const PLACE_ALONE = new RegExp(
  `^(?:(?:and|ok|so|,|what about|who (?:was|is|came)|which (?:was|is)|now|then) )*(?:the )?(?:number )?(?:\\d{1,2}(?:st|nd|rd|th)|${WORDS})(?: one| place)?(?: please)?(?: [?.!])*$`,
)
