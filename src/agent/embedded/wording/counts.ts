import { MARK } from './marks.ts'
import { NUMBER } from './number.ts'

const UNITS = '(?:hours?|days?|nights?|weeks?|months?|quarters?|years?|fortnights?|h|d|w|hrs?)'
const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const NOUNS =
  '(?:products?|launches|apps?|tools?|results?|items?|things?|winners?|startups?|posts?|releases|projects|hits|ones|names|entries|extensions|plugins|services|sites|websites|picks|options|examples|recommendations|suggestions|alternatives|games|newcomers|contenders)'
const HEADS =
  '(?:top|best|first|leading|greatest|biggest|hottest|coolest|highest|favou?rites?|trending|popular)'
const ASKING =
  '(?:show|give|list|get|bring|send|name|tell|fetch|need|want|make|only|just|limit|limited|count|max|maximum|up to|at most|increase|expand|change|reduce|cut|trim|shorten|extend|display|return|do|try|see|pick|what about|how about)'
const BETWEEN =
  '(?:[ :=](?:me|us|the|it|that|this|them|just|only|like|about|maybe|to|of|out|exactly|around|roughly|down|up|see|list|our|your|a list of))*[ :=]'

/** A number that cannot be part of a date, a time or a name. */
const APART = '(?<![\\w#.$/:-]|\\b(?:number|version|no|gpt|ios|web|part|week|office|windows) )'
const NO_DATE = `(?![\\d/.:%]\\d|%|-\\d|(?:st|nd|rd|th)\\b| ?${UNITS}\\b)`
const NO_YEAR = '(?!20[0-3]\\d\\b)'

/** Counts that stand beside a word for rank or for asking, to be read before dates are. */
export const COUNTS_BEFORE_DATES: readonly RegExp[] = [
  new RegExp(`(?<=\\b${HEADS}(?:-| the | of the | )?)${NO_YEAR}(?:${NUMBER})${NO_DATE}`, 'g'),
  new RegExp(
    `(?<=\\b${ASKING}${BETWEEN})${APART}${NO_YEAR}(?:${NUMBER})${NO_DATE}(?! ${MONTHS})`,
    'g',
  ),
]

/** Counts beside what is counted, once dates are out of the way. */
export const COUNTS_AFTER_DATES: readonly RegExp[] = [
  new RegExp(
    `${APART}(?:${NUMBER})${NO_DATE}(?=(?: (?:of the|of our|of your|of|more|other|very|absolute|all))* (?:top|best|most|hottest|biggest|greatest|leading|highest|popular|trending|coolest|favou?rite|newest|latest|recent|new|good|great|cool)\\b)`,
    'g',
  ),
  new RegExp(`${APART}(?:${NUMBER})${NO_DATE}(?= (?:[a-z-]+ ){0,3}?${NOUNS}\\b)`, 'g'),
  new RegExp(
    `${APART}(?:${NUMBER})${NO_DATE}(?= (?:please|instead|only|max|maximum|each|per|more|is fine|is enough|will do|would do|total|in total|of (?:them|those|these|each)|${MARK})(?: |$|\\W))`,
    'g',
  ),
  new RegExp(
    `(?<=^(?:(?:and|or|now|no|ok|actually|sorry|maybe|hmm|then|i said|i meant|i mean) |\\W)*)${APART}(?:${NUMBER})(?=\\W*$)`,
    'g',
  ),
]

/** Words for as many as there are. */
export const ALL =
  /\b(?:all|every) (?:(?:of|the|your|our|single) )*(?:[a-z]+ )?(?:products?|launch(?:es)?|apps?|tools?|results?)\b|\beverything\b|\b(?:full|whole|entire|complete) (?:list|ranking|leaderboard)\b|\bas many as (?:you can|possible)\b/
