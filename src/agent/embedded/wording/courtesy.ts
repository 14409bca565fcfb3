import { anyOf } from './words.ts'

const OPENING = anyOf(`
  hi hello hey hiya heya howdy yo sup greetings good_morning good_afternoon good_evening please
  kindly ok okay so um uh hmm hm oh ah excuse_me pardon sorry_to_bother_you i_have_a_question
  i_have_a_quick_question omg wow alright now_then ok_so well
`)
const ADDRESS = anyOf(`
  bro dude man mate buddy fam everyone everybody folks guys team all there bot dear_bot launchboard
  again friend morning evening quick_question question then and now_then
`)
const PAL = anyOf('bro dude mate dear_bot bot')
const CLOSING = anyOf(`
  please thanks thank_you thank_you_so_much thank_you_very_much thanks_so_much thanks_a_lot
  thanks_a_bunch thanks_in_advance many_thanks cheers asap lol haha ok okay mate man bro dude buddy
  fam friend if_you_can if_possible if_you_do_not_mind if_you_could if_that_is_ok if_that_is_okay
  when_you_can when_you_get_a_chance when_you_get_a_minute when_you_have_a_minute real_quick
  would_be_great would_be_nice would_be_awesome and_thanks and_thank_you kindly much_appreciated
  will_you would_you for_me then though bot
`)

const FIRST = new RegExp(
  `^(?:${OPENING}(?: ${ADDRESS})?(?:[ ,:!.-]+|$)|${ADDRESS}[,:!]+ ?|${PAL} )+`,
  'i',
)
const LAST = new RegExp(
  // A run of marks is tried from its first alone: from each of them takes the square of its length.
  `(?:(?:^|(?<![ ,.!?-])[ ,.!?-]+)${CLOSING})+(?=[\\s!?.,)(:\\p{Emoji_Presentation}-]*$)`,
  'iu',
)

/** The sentence without what is only said to be polite; all of it, where it says nothing else. */
export function withoutCourtesy(sentence: string): string {
  const rest = sentence.replace(FIRST, '').replace(LAST, '').trim()
  return /[\p{L}\p{N}\p{Co}\p{Emoji_Presentation}]/u.test(rest) ? rest : sentence
}
