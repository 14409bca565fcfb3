import { MARK } from './marks.ts'
import { NUMBER } from './number.ts'
import { phrases, phrasesSource } from './phrases.ts'

const UNITS = '(?:hours?|days?|nights?|weeks?|months?|quarters?|years?|fortnights?|h|d|w|hrs?)'
const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const HEADS = phrasesSource(
  'top|best|first|leading|greatest|biggest|hottest|coolest|highest|favou?rites?|trending|popular',
)
const ASKING = phrasesSource(`
  show|give|list|get|bring|send|name|tell|fetch|need|want|make|only|just|limit|limited|count|max
  maximum|up_to|at_most|increase|expand|change|reduce|cut|trim|narrow|shorten|like|extend|display
  return|do|try|see|pick|what_about|how_about
`)
const BETWEEN = phrasesSource(`
  me|us|the|it|that|this|them|just|only|like|about|maybe|to|of|out|exactly|around|roughly|down|up
  see
  list|our|your|a_list_of
`)
const COUNTED = phrasesSource(`
  products?|launches|apps?|tools?|results?|items?|things?|winners?|startups?|posts?|releases
  projects
  hits|ones|names|entries|extensions|plugins|services|sites|websites|picks|options|examples
  recommendations|suggestions|alternatives|games|newcomers|contenders
`)
const RANKED = phrasesSource(`
  {of_the|of_our|of_your|of|more|other|very|absolute|all} top|best|most|hottest|biggest|greatest
  {of_the|of_our|of_your|of|more|other|very|absolute|all} leading
  {of_the|of_our|of_your|of|more|other|very|absolute|all} highest|popular|trending|coolest
  {of_the|of_our|of_your|of|more|other|very|absolute|all} favou?rite
  {of_the|of_our|of_your|of|more|other|very|absolute|all} newest|latest|recent|new|good|great|cool
`)
const CLOSING = phrasesSource(`
  please|instead|only|max|maximum|each|per|more|is_fine|is_enough|will_do|would_do|total|in_total
  of them|those|these|each
  ${MARK}
`)

const ABOUT_RANKS = phrasesSource(
  'top|best|most|rated|popular|products|launches|trending|leaderboard|ranking',
)
const LINKS = phrasesSource('and|or|now|no|ok|actually|sorry|maybe|hmm|then|i_said|i_meant|i_mean')

/** A number that cannot be part of a date, a time or a name. */
const APART = '(?<![\\w#.$/:-]|\\b(?:number|version|no|gpt|ios|web|part|week|office|windows) )'
const NO_DATE = `(?![\\d/.:%]\\d|%|-\\d|(?:st|nd|rd|th)\\b| ?${UNITS}\\b)`
const NO_YEAR = '(?!20[0-3]\\d\\b)'
const APART_NUMBER = `${APART}(?:${NUMBER})${NO_DATE}`

/** Counts that stand beside a word for rank or for asking, to be read before dates are. */
export const COUNTS_BEFORE_DATES: readonly RegExp[] = [
  `(?<=${beside(HEADS)}(?:-| the | of the | )?)${NO_YEAR}(?:${NUMBER})${NO_DATE}`,
  `(?<=${ASKING}(?:[ :=]${BETWEEN})*[ :=])${APART}${NO_YEAR}(?:${NUMBER})${NO_DATE}(?! ${MONTHS})`,
].map(everywhere)

/** Counts beside what is counted, once dates are out of the way. */
export const COUNTS_AFTER_DATES: readonly RegExp[] = [
  `${APART_NUMBER}(?= ${RANKED})`,
  `${APART_NUMBER}(?= (?:[a-z-]+ ){0,3}?${COUNTED})`,
  `${APART_NUMBER}(?= ${CLOSING})`,
  // The end of a sentence about ranks: "best rated 5".
  `(?<=${ABOUT_RANKS}.{0,40} )` +
    `(?<!\\b(?:this|that|the|last|next|first|which|number) )(?:${NUMBER})(?=\\W*$)`,
  // The whole sentence: "and 10?"
  `(?<=^(?:${LINKS} |\\W)*)${APART}(?:${NUMBER})(?=\\W*$)`,
].map(everywhere)

/** Words for as many as there are. */
export const ALL = phrases(`
  all|every {of|the|your|our|single} [*] products?|launch(es)?|apps?|tools?|results?
  everything
  full|whole|entire|complete list|ranking|leaderboard
  as many as you_can|possible
`)

/** A number may follow at once: "top5". */
function beside(words: string): string {
  return words.replace(/\(\?!\\w\)$/, '')
}

function everywhere(source: string): RegExp {
  return new RegExp(source, 'g')
}
