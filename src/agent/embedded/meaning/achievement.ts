import { COUNT, TIME } from '../wording/marks.ts'
import { phrases } from '../wording/phrases.ts'

const THING = 'launch|release|demo|show|day|week|app|product|site|website|project|feature'
const WHO = [
  'we|i|us|our_(?!competitor|rival)\\S+(_\\S+)?|my_(?!competitor|rival|friend)\\S+(_\\S+)?',
  'the_team|team|just|finally|officially',
  '(?<!make_)it(_is|_was)?',
  `(the|this|that)_(${THING})_(is|was)|they|she|he|guess_what|guess_who|omg|wow|yes`,
].join('|')
const BEEN = [
  'have|has|had|did|just|finally|actually|really|officially|totally|now|only|already|also|all|both',
  'was|were|are|am|is|so|literally|almost|been|got|recently|successfully',
].join('|')

const TOP =
  'number_(one|two|three|\\d+)|#\\s?\\d+|first(_place)?|1st|(on|at|to|reached)_(the_)?top|gold'
const REACHED = [
  'hit|reached|passed|crossed|surpassed|broke|smashed|topped|cracked|secured|scored|earned|landed',
  'bagged|clinched|nailed|crushed|aced|beat|achieved|exceeded',
].join('|')
const GOT = [
  'to|into|product|featured|promoted|funded|accepted|hired|the|an?|first|#|number|over|engaged',
  'married',
  `in|selected|approved|published|our|my|1st|tenure|more_than|\\d\\S*|${COUNT}`,
].join('|')
const DONE = [
  'won|win|shipped|launched|went_live|went_viral|closed|raised|signed|sold|finished|completed',
  'did_it',
  'done_it|do_it|succeeded|graduated|deployed|released|published|became|ranked|survived|acquired',
  'featured|merged|killed_it|rocked_it|owned_it|slayed_it|pulled_it_off',
].join('|')
const STATE = [
  'trending|profitable|champions|winners?|the_winners?|in_the_top|at_the_top|live|funded|promoted',
  'hired',
  'engaged|married|pregnant|a_success|success|out|up_and_running',
].join('|')

/** Someone of theirs has done something: "our app reached 1000 users". */
const ACHIEVEMENT = phrases(`
  ${WHO} {${BEEN}} ${REACHED}|${TOP}
  ${WHO} {${BEEN}} made it|the|top|history|#|number|our|my
  ${WHO} {${BEEN}} got [*] ${GOT}
  ${WHO} {${BEEN}} ended|came|finished|placed|took|stand|sit ... ${TOP}
  ${WHO} {${BEEN}} top of|${COUNT}
  ${WHO} {${BEEN}} [*] [*] [*] product of_the|${TIME}
  ${WHO} {${BEEN}} [such] [an?] [*] success|hit|triumph|win
  ${WHO} {${BEEN}} (${DONE})(?!_or)
  ${WHO} [*] [*] [*] are|is|am|was|were|just|finally|officially|now|went|got [*] ${STATE}
  ^ were ${TOP}|${STATE}
  ^ finally|officially ${STATE}
`)

/** What makes it no success, or none yet. */
const SETBACK = phrases(`
  not|never|nothing|lost|lose|losing|fail|failed|failing|bugs?|errors?|problems?|issues?|wall|snag
  limits?|paywall|roadblock|bottleneck|crash|crashed|down|rejected|fired|broken|stuck|only|bottom
  deadline|wrong|bad|worst|hopefully|wish|hope|if|want|need|trying|going_to|plan|planning|would
  could
  should|will|about_to|might|instead|email|a_question
`)

/** Less than a reason to celebrate where something else is asked for as well. */
const PLAIN_NEWS = phrases(`
  shipped|launched|released|published|deployed|live|out|finished|completed|closed|sold|got|made
`)

const GAINED = 'customers?|users?|subscribers?|sign_?ups?|sales?|downloads?|upvotes?|votes?'

/** Calls that need their exclamation mark: "number one, baby!" */
const SHOUT = phrases(`
  ^ [*] number_\\d+|number_one|#\\s?\\d+|first_place|we_won|launch_day|victory|success [*] [*] [*] $
  ^ [*] winner [*] [*] [*] $
  ^ [*] product ${TIME} $
  ^ [*] launched|shipped|released|approved|funded|sold|hired|promoted|accepted|live $
  \\d[\\d,.]*k? ${GAINED}
  first [*] [*] ${GAINED}|clients?|orders?|dollars?|payments?|reviews?|hires?|place
  i|we am|are now|officially|finally
`)
const NO_SHOUT = phrases('^ [the] top|best|biggest|which|what|who|show|give|most')

export function isAchievement(text: string, end: string): boolean {
  if (end === '!' && SHOUT.test(text) && !NO_SHOUT.test(text)) return true
  return ACHIEVEMENT.test(text) && !SETBACK.test(text)
}

export function isPlainNews(text: string): boolean {
  return PLAIN_NEWS.test(text)
}
