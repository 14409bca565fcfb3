import { phrases } from '../wording/phrases.ts'

const PLEASE = 'please|so|um|ok|and|but|well|sorry|i|can_you|could_you|would_you'
const ME = 'me|us|out|here|now|bot|please|with_this|with_something|a_bit|menu'
const WHAT =
  'what_(all|else|exactly|other|things|stuff|questions|features|(kind|sort|type)s?_of_\\S+)|what'
const ABLE = 'can|could|do|are|should|might|may|will'
const YOU = '(you|i|we|this|it)(_(actually|even|exactly|really|all|possibly|bot|thing))?'
const HOW = 'how_(do|does|can|should|to|would|could)'
const FEATURES = 'features|capabilities|commands|options|menu|skills|abilities'
const THINGS = 'products?|launches|things|apps|tools|something|stuff|here'

/** Asks what can be asked. */
const PATTERNS = phrases(`
  ^ {${PLEASE}} /?help|halp|assist {${ME}} $
  ^ /?(${FEATURES}|usage|instructions|examples?|manual|docs|documentation|faq|support) [please] $
  ^ info|tutorial|guide|start|about [please] $
  ^ {${PLEASE}} need|want|give_me|lend_me [some|a|your] help|hand|assistance|examples? {${ME}} $
  ^ what_now|now_what|i_am_lost|i_am_stuck|i_am_confused $
  ${WHAT} ${ABLE} ${YOU} do|help|ask|able|offer|know|answer|capable|good_at|good_for|support|say
  ${WHAT} ${ABLE} ${YOU} type|query|assist|made_for|here_for|supposed_to|provide|handle|understand
  what are|is your|the|my [*] (capabilit|abilit|feature|function|option|command|skill|limit)\\w*
  what are|is your|the|my [*] purpose|job|role|use|point
  ${HOW} [i|we|you|this|it|the|one] [*] use this|you|it|the_bot|launchboard
  ${HOW} [i|we|you|this|it|the|one] [*] works?|help_me|get_started|start|interact
  ${HOW} [i|we|you|this|it|the|one] [*] ask_you|talk_to_you
  ${HOW} [i] search|find|look_up|rank|see|get [for] {${THINGS}} $
  what [*] ${THINGS} can|could|do you|i search|find|rank|look_up|show|list [for] $
  things|questions|stuff [that] i|you can|could {ask|do|say|type|search|find} [you|here] $
  do you have [a|any|some] manual|docs|documentation|help|menu|guide|faq|instructions
  what you|this_bot|it [can|could] do|does|offer
  help page|section|menu|command|desk
  i am new here|to_this|to_launchboard
  how can you help|assist
  what does this|it|the [*] do
  what is this|it [thing] [for|about] $
  what are you for|good_for|good_at|able_to_do|capable_of|made_for
  show|give|tell me ... what_(you|i)_(can|could|are_able)|how_(this|it)_works|how_to_use
  show|give|tell me ... your|the ${FEATURES}
  show|give|tell me ... examples? $
  can|could|will|would|may you|i|someone [please] help|assist|get_(some_)?help {${ME}} $
  can|could|will|would|may you|i|someone [please] ask [you] something|a_question|questions?
  what should|can|do|could i ask|type|say|do|try {here|you|now|next|first|with_this|with_you} $
  where do i start|begin
  do not know|understand how_this|how_to|how_it|what_to|what_this|what_you_can|what_i_can
  what timeframes?|time_frames?|periods|dates?|time_?zones?|commands|kinds?_of_\\S+ can|do|are|does
  explain how_this|how_you|how_it|what_you|yourself|what_this
  what_i_can_do|what_you_can_do
`)

export function asksForHelp(text: string): boolean {
  return PATTERNS.test(text)
}
