import { COUNT, TIME } from '../wording/marks.ts'
import { anyOf } from '../wording/words.ts'

const WHO =
  '(?:we|i|us|(?:our|my) \\S+(?: \\S+)?|(?:the )?team|just|finally|officially|(?<!make )it(?: is| was)?|(?:the|this|that) (?:launch|release|demo|show|day|week) (?:is|was)|they|she|he|guess what|guess who|omg|wow|yes)'
const BEEN = `(?: ${anyOf(`
  have has had did just finally actually really officially totally now only already also all both was
  were are am is so literally almost been got recently successfully
`)})*`

const TOP = '(?:number (?:one|two|three|\\d+)|#\\s?\\d+|first(?: place)?|1st|(?:on|at|to|reached) (?:the )?top|gold)'
const REACHED = anyOf(`
  hit reached passed crossed surpassed broke smashed topped cracked secured scored earned landed bagged
  clinched nailed crushed aced beat achieved exceeded
`)
const GOT = anyOf(`
  to into product featured promoted funded accepted hired the_job a an first # number over engaged
  married in selected approved published our my the 1st tenure ${COUNT}
`)
const DONE = anyOf(`
  won win shipped launched went_live went_viral closed raised signed sold finished completed did_it
  done_it do_it succeeded graduated deployed released published became ranked survived trending
  profitable champions winners? the_winners? in_the_top at_the_top live birthday anniversary acquired
  featured funded promoted hired engaged married pregnant a_success success out up_and_running merged
`)

/** Someone of theirs has done something: "our app reached 1000 users". */
const ACHIEVEMENT = new RegExp(
  `(?:^were|(?:^|[ ,])${WHO})${BEEN} (?:` +
    [
      REACHED,
      'made (?:it|the|top|history|#|number|our|my)',
      `got (?:\\S+ )?(?:${GOT}|\\d|more than)`,
      `(?:(?:ended|came|finished|placed|took|stand|sit|are|is)(?: \\S+){0,4} )?${TOP}`,
      `top (?:of|${COUNT})`,
      `(?:\\S+ ){0,3}product (?:of the|${TIME})`,
      `(?:an? |such an? )?(?:\\S+ )?(?:success|hit|triumph|win)\\b`,
      `${DONE}\\b(?! or)`,
    ].join('|') +
    ')',
)

/** What makes it no success, or none yet. */
const SETBACK = new RegExp(
  `\\b${anyOf(`
    not never nothing lost lose losing failed fail failing bugs? errors? problems? issues? wall snag
    limits? paywall roadblock bottleneck crash crashed down rejected fired broken stuck only bottom
    deadline wrong bad worst hopefully wish hope if want need trying going_to plan planning would
    could should will about_to might instead email a_question
  `)}\\b`,
)

/** Less than a reason to celebrate where something else is asked for as well. */
const PLAIN_NEWS = new RegExp(
  `\\b${anyOf('shipped launched released published deployed live out finished completed closed sold got made')}\\b`,
)

/** Calls that need their exclamation mark: "number one, baby!" */
const SHOUT = new RegExp(
  `^(?:\\S+ )?${anyOf(`number_\\d+ number_one #\\s?\\d+ first_place we_won it_is_live launch_day we_are_live victory success winner product_${TIME} \\d[\\d,.]*k?_(?:upvotes|votes|users|customers|subscribers|signups|sales|downloads)`)}(?: \\S+){0,3}$` +
    `|\\bfirst (?:\\S+ ){0,2}${anyOf(`
      customers? users? sales? clients? orders? dollars? subscribers? sign_?ups? payments? downloads?
      reviews? hires? upvotes? votes? place
    `)}\\b`,
)

export function isAchievement(text: string, end: string): boolean {
  if (end === '!' && SHOUT.test(text)) return true
  return ACHIEVEMENT.test(text) && !SETBACK.test(text)
}

export function isPlainNews(text: string): boolean {
  return PLAIN_NEWS.test(text)
}
