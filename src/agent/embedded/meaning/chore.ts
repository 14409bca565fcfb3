import { phrases } from '../wording/phrases.ts'

const WORK = [
  'poems?|haikus?|limericks?|songs?|lyrics|story|stories|essays?|jokes?|puns?|riddles?|script|code',
  'program|function|regex|query|queries|class|e-?mail|letter|tweet|blog_post|article|speech|resume',
  'cover_letter|recipe|homework|fun_fact|facts?|rap|compliment|pitch|business_plan',
].join('|')

/** A work to be made: "write me a poem". */
const MAKING = phrases(`
  write|compose|draft|create|generate|make|give|tell|sing|recite ... ${WORK}
`)

/** What a product is to do is no work for us: "something to write code", "an email generator". */
const FOR_PRODUCT = phrases(`
  something|anything|apps?|tools?|software|products?|ai [*] to|that|which|for
  ${WORK} tools?|apps?|generators?|editors?|writers?|assistants?|builders?|templates?|software
  ${WORK} checkers?|managers?|reviewers?|products?|launches
`)

const ASKING =
  'please|can_you|could_you|will_you|would_you|i_need_you_to|i_want_you_to|help_me|let_us|and|also'

/** Something to be done that no ranking does: "translate hello". */
const DOING = phrases(`
  ^ {${ASKING}} write|compose|draft|translate|calculate|compute|solve|draw|paint|explain|define
  ^ {${ASKING}} debug|fix|refactor|code|play|sing|call|text(?!_to)|e-?mail|send|book|buy|order
  ^ {${ASKING}} remind
  ^ {${ASKING}} turn_on|turn_off|hack|delete|repeat_after|say|count_to|convert|spell|roll|flip
  ^ {${ASKING}} set_an?|set_my|set_the|wake|navigate|drive|schedule|paraphrase|proofread|rewrite
  ^ {${ASKING}} make_me_an?|generate_an?
  ^ {${ASKING}} summari[sz]e this|my|the_following
`)

/** What a ranking is not to be touched by: "upvote my product". */
const MEDDLING = phrases(`
  ^ {${ASKING}} upvote|downvote|vote_for|remove|promote|boost|submit my|our|this|his|her|the|a
`)

export function isMeddling(text: string): boolean {
  return MEDDLING.test(text)
}

export function isWorkToMake(text: string): boolean {
  return MAKING.test(text) && !FOR_PRODUCT.test(text)
}

export function isChore(text: string): boolean {
  return DOING.test(text)
}
