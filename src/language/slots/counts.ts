import type { Span } from './times.ts'

export interface Count {
  value: number
  /** Whether it stands beside a word for rank or for asking; others count only in a ranking. */
  isSure: boolean
}

const HEADS =
  'top|best|first|leading|greatest|biggest|hottest|coolest|highest|favou?rites?|trending|popular'
const ASKING =
  'show|give|list|get|bring|send|name|tell|fetch|need|want|make|only|just|limit|limited|count|max|' +
  'maximum|up to|at most|increase|expand|change|reduce|cut|trim|narrow|shorten|like|extend|display|' +
  'return|do|try|see|pick|what about|how about|find|recommend|suggest|exactly|say|n'
const BETWEEN =
  'me|us|the|it|that|this|them|just|only|like|about|maybe|to|of|out|exactly|around|roughly|down|up|' +
  'see|list|our|your|a|is|at|by|top|my|n|=|:'
const UNITS =
  '(?:hours?|days?|nights?|weeks?|months?|quarters?|years?|fortnights?|minutes?|mins?|seconds?|secs?|am|pm|oclock)'
const COUNTED =
  'products?|launches|apps?|tools?|results?|items?|things?|winners?|startups?|posts?|releases|' +
  'projects|hits|ones|names|entries|extensions|plugins|services|sites|websites|picks|options|' +
  'examples|recommendations|suggestions|alternatives|games|newcomers|contenders|leaders|places|' +
  'spots|slots|positions|rows|lines|bullets|top|best|most|hottest|biggest|greatest|leading|highest|' +
  'popular|newest|latest|good|great|cool'
const CLOSING =
  'please|instead|only|max|maximum|each|per|more|is fine|is enough|will do|would do|total|in total|' +
  'of (?:them|those|these|each)|from|for|thanks|if|and|or|in|on|this|last|today|yesterday|tops|now|at most|though|then'

/** What else is counted. */
const OTHERS =
  'votes?|upvotes?|comments?|points?|people|persons?|users?|customers?|subscribers?|signups?|friends?|' +
  'colleagues?|slides?|pages?|meetings?|questions?|percent|dollars?|euros?|bucks|stars?|times|kids|' +
  'children|pieces?|particles?|degrees?|frames?|x|k|years? old|words|characters|sales|downloads|' +
  'countries|teams?|developers|clients|followers|items? left|ways|cats|dogs|of us|tries|attempts|reasons'

const NUMBER = '(?:minus )?\\d+(?:\\.\\d+)?'
const APART =
  '(?<![\\w#.$/:-]|\\b(?:number|version|no|gpt|ios|web|part|office|windows|room|step|level|chapter|series|at|page|age|#) )'
const NO_DATE = `(?![\\w]|[\\d/.:%]\\d|%| ?%|-\\d| ${UNITS}\\b(?! to date))`

/** Counts that stand beside a word for rank or for asking, to be read before dates are. */
const BEFORE_DATES = [
  `(?<=\\b(?:${HEADS})(?: the| of the| my| our| your)? )(?!20[0-3]\\d\\b)${NUMBER}${NO_DATE}`,
  `(?<=\\b(?:show|give|list|limit|max|only|top|just|make)(?: (?:${BETWEEN}))* )${APART}(?!20[0-3]\\d\\b)${NUMBER}${NO_DATE}(?! (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`,
].map(everywhere)

const SURE = [
  `(?<=\\b(?:${ASKING})(?: (?:${BETWEEN}))* )${APART}${NUMBER}${NO_DATE}`,
  `${APART}${NUMBER}${NO_DATE}(?= (?:of (?:the |our |your )?|the |more |other |very |absolute |all |all time )?(?:${COUNTED})\\b)`,
  `${APART}${NUMBER}${NO_DATE}(?= (?:[a-z]+ ){1,2}(?:products?|launches|apps?|tools?|results|winners|options|alternatives)\\b)`,
].map(everywhere)

const UNSURE = [
  `${APART}${NUMBER}${NO_DATE}(?=(?: ?[,.!?;:()-]| (?:${CLOSING})\\b| ?$))`,
  `(?<=(?:^|[,.!?;:(-] ))${APART}${NUMBER}${NO_DATE}`,
].map(everywhere)

const NOT_COUNTED = new RegExp(`^ (?:more |new |other )?(?:${OTHERS})\\b`)

/** Before dates are read; the rest of the text keeps its places. */
export function findHeadCounts(text: string): Span<Count>[] {
  return find(text, BEFORE_DATES, true)
}

/** @param text with what other slots claim blanked out */
export function findCounts(text: string): Span<Count>[] {
  const sure = find(text, SURE, true)
  const others = find(text, UNSURE, false)
  return [...sure, ...others.filter(({ start }) => !sure.some((span) => span.start === start))]
}

function find(text: string, patterns: readonly RegExp[], isSure: boolean): Span<Count>[] {
  const found = new Map<number, Span<Count>>()
  for (const pattern of patterns) {
    for (const { index: start, 0: number } of text.matchAll(pattern)) {
      const end = start + number.length
      if (NOT_COUNTED.test(text.slice(end))) continue
      const value = Number(number.replace('minus ', '-'))
      found.set(start, { start, end, value: { value, isSure } })
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

function everywhere(source: string): RegExp {
  return new RegExp(source, 'g')
}
