import { MARK } from '../wording/marks.ts'
import { anyOf } from '../wording/words.ts'
import type { Topic } from './wish.ts'

const GREETING = anyOf(`
  hi hello hey hiya heya howdy yo sup ahoy aloha hola greetings salutations gm morning evening
  good_morning good_afternoon good_evening good_day top_of_the_morning what_is_up what_up
  what_is_new_with_you what_is_going_on what_is_good what_is_happening long_time_no_see
  nice_to_meet_you pleased_to_meet_you nice_meeting_you how_are_you how_r_you how_are_things
  how_are_we how_is_it_going how_is_it how_is_life how_is_everything how_is_your_day
  how_is_your_morning how_is_your_week how_have_you_been how_do_you_do how_you_doing how_you_been
  are_you_there are_you_ok are_you_okay are_you_well are_you_good are_you_awake are_you_online
  are_you_up are_you_around are_you_alive you_there you_ok you_good anyone_there anybody_there
  anybody_home anyone_home is_anyone_there is_anybody_there wake_up test testing ping
  hope_you_are_well hope_you_are_doing_well hope_all_is_well i_am_fine i_am_good i_am_great welcome
  namaste bonjour ciao hallo salut ola
`)

const THANKS = anyOf(`
  thanks thank_you thank many_thanks cheers ta gracias merci danke obrigado obrigada arigato
  much_obliged appreciate_it appreciate_that much_appreciated really_appreciate_it appreciated
  i_appreciate_it i_appreciate_that i_really_appreciate_it i_appreciate_your_help no_thanks
  no_thank_you that_is_all that_is_it that_is_everything that_is_enough that_will_be_all
  that_is_perfect that_is_great that_is_helpful that_is_very_helpful that_is_awesome that_is_useful
  that_is_amazing that_is_cool that_is_good that_is_brilliant that_is_fantastic that_is_super
  that_was_helpful that_was_great that_was_perfect that_was_useful that_was_very_helpful
  that_was_all that_is_exactly_what_i_needed exactly_what_i_needed just_what_i_needed what_i_needed
  that_helps that_helped this_helps very_helpful so_helpful really_helpful super_helpful helpful
  very_useful super_useful you_are_the_best you_are_awesome you_are_great you_are_amazing
  you_are_a_star you_are_a_legend you_are_a_lifesaver you_are_wonderful you_are_brilliant
  you_are_welcome you_are_so_helpful you_are_very_helpful you_are_too_kind you_are_a_gem
  you_are_cool you_are_good you_are_smart you_rock you_rule good_bot best_bot good_job good_stuff
  good_work good_one great_job great_work great_stuff great_help great_answer great_list nice_work
  nice_job nice_one nice_list well_done love_it love_this love_you i_love_it i_love_this i_love_you
  perfect awesome brilliant fantastic excellent wonderful legend lifesaver superb great lovely
  amazing neat sweet all_good we_are_good i_am_good good_to_know kudos top_notch your_the_best
  bless_you cool_stuff
`)

const FAREWELL = anyOf(`
  bye bye_bye goodbye good_bye see_you see_ya see_you_later see_you_soon see_you_around cya later
  laters talk_to_you_later talk_later talk_soon talk_to_you_soon good_night goodnight night_night
  have_a_good_one have_a_great_one have_a_nice_one have_a_good_day have_a_great_day have_a_nice_day
  have_a_lovely_day have_a_good_night have_a_good_evening have_a_nice_evening have_a_great_evening
  have_a_good_weekend have_a_great_weekend have_a_nice_weekend have_a_good_time have_fun take_care
  have_a_great_week have_a_good_week enjoy_your_day enjoy_your_weekend farewell adios
  until_next_time peace peace_out signing_off got_to_go have_to_go i_have_to_go i_got_to_go
  i_must_go gtg ttyl so_long i_am_off i_am_out i_am_done i_am_leaving catch_you_later all_the_best
  best_wishes best_regards best_of_luck cheerio au_revoir tschuss tchau
`)

const NOD = anyOf(`
  ok okay k kk cool nice wow whoa oh ah aha hm hmm um uh well right alright sure yes yeah yep yup ya
  no nope nah fine good interesting got_it i_see i_understand understood makes_sense noted haha hah
  ha hehe lol lmao rofl sounds_good fair_enough true indeed really oops never_mind forget_it sorry
  my_bad not_really not_bad damn dang omg oh_no i_know of_course exactly absolutely please stop
  cancel whatever meh no_way crazy insane impressive good_choice wait hold_on one_second
  just_kidding kidding idk i_do_not_know done ready so and but then that_is_nice that_is_interesting
  that_is_funny that_is_crazy that_is_true that_is_fine that_is_ok that_is_wild that_is_right
  that_is_correct what no_worries no_problem you_too me_too same_here agreed roger copy_that
`)

/** Phrases that go on with a time: "see you tomorrow". */
const UNTIL = anyOf(`
  have_a_good have_a_great have_a_nice have_a_lovely enjoy enjoy_your see_you see_ya talk_to_you
  happy how_are_you how_is_it_going until catch_you good
`)

const BESIDE = anyOf(`
  there you bot team all everyone everybody folks friend friends guys again launchboard assistant
  buddy mate man dude bro pal sir madam boss chief to_you ai lads gang people world robot doing
  going so_much very_much a_lot a_bunch a_million a_ton loads tons lots in_advance heaps anyway
  though that now for_now for_that for_this for_it for_everything for_the_help for_your_help
  for_the_info for_the_information for_helping for_the_list for_your_time for_sharing for_all
  for_nothing for your help today kindly and so oh then but well too also indeed with this it is was
  really very actually just my day
`)

const REASON = '(?:for (?:all )?(?:the|your) )?'
const GIFT = `(?:(?:\\w+ing|the|that|this|your|those|all)\\b|${MARK})`

const PHRASES: readonly (readonly [Topic | undefined, RegExp])[] = [
  ['farewell', start(FAREWELL)],
  ['farewell', start(`${UNTIL} ${MARK}`)],
  ['thanks', start(THANKS)],
  ['thanks', start(`(?:thanks|thank you|cheers)(?: \\w+){0,3} for ${GIFT}.*`)],
  ['thanks', start(`that is (?:all|it|enough|everything|good)(?: for)? ${MARK}`)],
  ['greeting', start('(?:i )?hope (?:you|your|all|everything|everyone)(?: \\w+){0,7}')],
  ['greeting', start(GREETING)],
  ['nod', start(NOD)],
  [undefined, start(BESIDE)],
  [undefined, start('\\d+')],
  [undefined, start(`${REASON}(?:doing|going|help|everything|feeling|again|working|all) ${MARK}`)],
]

const ORDER: readonly Topic[] = ['farewell', 'thanks', 'greeting', 'nod']

/** What a text is when it is nothing but courtesy: phrase after phrase of it, to the end. */
export function smallTalk(text: string): Topic | undefined {
  const topics = new Set<Topic | undefined>()
  let rest = text.replace(/[^\p{L}\p{N}\uE000-\uE2FF]+/gu, ' ').trim()
  while (rest !== '') {
    const [topic, length] = longestPhrase(rest)
    if (length === 0) return undefined
    topics.add(topic)
    rest = rest.slice(length).trimStart()
  }
  return ORDER.find((topic) => topics.has(topic))
}

function longestPhrase(text: string): readonly [Topic | undefined, number] {
  let longest: readonly [Topic | undefined, number] = [undefined, 0]
  for (const [topic, pattern] of PHRASES) {
    const length = pattern.exec(text)?.[0].length ?? 0
    if (length > longest[1]) longest = [topic, length]
  }
  return longest
}

function start(phrase: string): RegExp {
  return new RegExp(`^${phrase}(?= |$)`)
}
