import { anyOf } from '../wording/words.ts'

const PLEA = anyOf(`
  help halp commands? menu options usage instructions examples? manual docs documentation faq support
  info tutorial guide features? capabilities start about assist assist_me help_me help_us help_out
  help_me_out help_menu lend_me_a_hand a_hand what_now now_what i_am_lost i_am_stuck i_am_confused
  i_am_new i_am_new_here need_help need_some_help i_need_help i_need_some_help i_need_assistance
  i_need_a_hand need_assistance want_help give_me_a_hand give_me_some_help
`)

const PATTERNS = [
  new RegExp(
    `^(?:please |so |um |ok |and |but |well |sorry |excuse me |can you |could you |would you )*/?${PLEA}(?: (?:please|me|here|out|now|a bit|bot|with this|with something))*$`,
  ),
  /\bwhat (?:all |else |exactly |other |kinds? of \w+ |sorts? of \w+ |types? of \w+ |things |stuff |questions |features )?(?:can|could|do|are|should|might|may|will) (?:you|i|we|this|it)(?: (?:actually|even|exactly|really|all|possibly|bot|thing))? (?:do|help|ask|able|offer|know|answer|capable|good (?:at|for)|support|say|type|query|assist|made for|here for|supposed to|provide|handle|understand|get from you|get out of)\b/,
  /\bwhat (?:are|is) (?:your|the|my) (?:\w+ )?(?:capabilit\w+|abilit\w+|features?|functions?|options?|commands?|purpose|skills?|job|role|use|point|limits?|limitations?)\b/,
  /\bhow (?:do|does|can|should|to|would|could) (?:i |we |you |this |it |the |one )?(?:\w+ )?(?:use (?:this|you|it|the bot|launchboard)|work|works|help me|talk to you|get started|start|interact|ask you)\b/,
  /\bwhat (?:\w+ )?(?:things|stuff|kinds? of \w+|sorts? of \w+) (?:can|could|do) (?:you|i) (?:search|find|rank|look up|show|list)(?: for)?$/,
  /\b(?:things|questions|stuff) (?:that )?(?:i|you) (?:can|could)(?: (?:ask|do|say|type|search|find))*(?: you| here)?$/,
  /\bi am new (?:here|to (?:this|launchboard))\b/,
  /\bhow can you (?:help|assist)\b|\bwhat does (?:this|it|the) (?:\w+ )?do\b|\bwhat is (?:this|it)(?: (?:for|about))?$|\bwhat are you (?:for|good for|good at|able to do|capable of|made for)\b/,
  /\b(?:show|give|tell) me (?:\w+ ){0,3}?(?:what (?:you|i) (?:can|could|are able)|examples?$|your (?:features|capabilities|commands|options|menu|skills|abilities)|how (?:this|it) works|how to use|the (?:options|commands|menu|features))/,
  /\b(?:can|could|will|would|may) (?:you|i|someone) (?:please )?(?:help|assist|get (?:some )?help|ask (?:you )?(?:something|a question|questions?))(?: (?:me|us|out|here|with (?:something|anything|this)|a bit|please))*$/,
  /\bwhat (?:should|can|do|could) i (?:ask|type|say|do|try)(?: (?:here|you|now|next|first|with (?:this|you)))*$|\bwhere do i (?:start|begin)\b/,
  /\bdo not (?:know|understand) (?:how (?:this|to|it)|what (?:to|this|you can|i can))\b/,
  /\bwhat (?:timeframes?|time frames?|periods|dates?|time ?zones?|kinds? of \w+|commands) (?:can|do|are|does)\b/,
  /\bexplain (?:how (?:this|you|it)|what you|yourself|what this)\b|\bwhat i can do\b|\bwhat you can do\b/,
]

export function asksForHelp(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text))
}
