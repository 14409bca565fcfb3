import { phrases } from '../wording/phrases.ts'

const LAUNCHING = [
  'launch(es|ed|ing)?|relaunch|ship(ping)?|releas(e|ing)|debut|product_hunt|ph|producthunt',
  'featured',
  'upvotes?|votes|hunters?|hunt|taglines?|promot(e|ing|ion)|market(ing)?|viral|users|customers',
  'traction|visibility|number_one|#\\s?1|first_place|top|the_top|leaderboard|rank(ing|ed)?',
  'win(ning)?',
  'success(ful)?|listing|submit|submission|celebrat\\w+|supporters|followers|waitlist|badge',
].join('|')

const VOTES = 'upvotes|votes|users|customers|traction|followers|supporters|signups'
const GOOD =
  'good|bad|best|ideal|right|perfect|ok|okay|fine|better|worse|great|smart|worth|wise|too'

/** How to launch is no ranking: what is known of it is general. */
const ADVICE = [
  new RegExp(
    `${
      phrases(`
        how do|does|can|could|should|would|to|might|much|long|far|early|late|important|hard|often
        how many votes|upvotes|followers|supporters|hunters
        what do|should|does i|we|it|one|you
        what is the ${GOOD} way|strategy|approach|time|day
        any tips|advice|suggestions|ideas|pointers
        pointers|guide|guidance|checklist|strateg(y|ies)|playbook|best_practices?|steps
        help me|us [to] plan|prepare|launch|promote|get|write
      `).source
    }.*${phrases(LAUNCHING).source}`,
  ),
  phrases(`
    advice|tips
    (day|time|hour|month|moment|week|weekday|date)s? [*] to|for|of|should ... launch\\w*|post\\w*
    (day|time|hour|month|moment|week|weekday|date)s? [*] to|for|of|should ... ship\\w*
    (day|time|hour|month|moment|week|weekday|date)s? [*] to|for|of|should ... release|publish|submit
    (day|time|hour|month|moment|week|weekday|date)s? [*] to|for|of|should ... debut
    (day|time|hour|month|moment|week|weekday|date)s? is ${GOOD} to|for ... launch\\w*
    when|where|what_day|what_time|which_day|should|shall|must|is|are ... launching|to_launch
    would_it|why ... launching|to_launch
    when|where|what_day|what_time|which_day|should|shall|can|could|must ... i|we launch
    when|where|should|shall|can|could|must|is_it ... launch on|at|in|my|our|an?|the|it|this|before
    when|where|should|shall|can|could|must|is_it ... launch again|twice
    do|does|should|is ... hunter|relaunch|self_launch
    is_it [*] to ... hunter|launch
    should|shall ... relaunch
    prepar(e|ing)|plan(ning)?|ready|help|strategy|about|need|want|going|like|hoping ... to_launch
    trying ... to_launch
    prepar(e|ing)|plan(ning)?|ready|help|strategy|checklist|guide|about ... of|about launching
    prepar(e|ing)|plan(ning)?|ready|help|strategy|checklist|guide ... for my|our|an?|the launch
    about ... for my|our|an?|the launch
    prepar(e|ing)|plan(ning)?|help|about|want|need|going|like|hoping ... launch my|our|an?|it|this
    trying ... launch my|our|an?|it|this
    prepar(e|ing)|plan(ning)?|ready|help|about|need|nervous ... my|our|a launch
    launch day|strategy|strategies|checklist|plan|guide|playbook|help
    pointers|checklist|guide|playbook for|on|about|to ... launch\\w*
    when do|should|can|could|is|are ... launch(es|ing)? $
    when should|do|can i|we go_live
    how did|do|does * ... become|get_so|so_popular|manage|succeed|make_it
    how can|do|does|should|could|would my|our
    how do|can|should|to|would|could [i|we|you|one|someone|people|my_\\S+] [*] become|reach|make_it
    how might [i|we|you|one|someone|people|my_\\S+] [*] become|reach|make_it
    how do|can|should|to|would|could|might [i|we|you|one|someone|people|my_\\S+] [*] get to|into|on
    how do|can|should|to|would [i|we|you|one|someone|people|my_\\S+] [*] hit|be|rank|win|celebrate
    how could|might [i|we|you|one|someone|people|my_\\S+] [*] hit|be|rank|win|celebrate
    how do|can|should|to|would [i|we|you|one|someone|people|my_\\S+] [*] stand_out|go_viral|succeed
    how could|might [i|we|you|one|someone|people|my_\\S+] [*] stand_out|go_viral|succeed
    how to * ... my|our|an? [*] app|product|startup|launch|business|company|saas|project
    what should i|we name|call|write|say|do|post|price|charge|build
    ${GOOD} [day|time|idea] for|to [*] launch\\w*
    get|getting|gain|win|earn ... more|enough|lots_of|many|a_lot_of|some [*] ${VOTES}
    what|which makes an? ... launch|product|tagline|listing
    review|improve|rate|feedback_on|critique my|our ... launch|tagline|landing_page|product|page
    review|improve|rate|feedback_on|critique my|our ... pitch
    ways? to ... launch|celebrate|promote|market|win|reach
    ways? to ... get [*] ${VOTES}
  `),
]

export function isAdvice(text: string): boolean {
  return ADVICE.some((pattern) => pattern.test(text))
}
