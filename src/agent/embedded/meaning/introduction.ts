import { phrases } from '../wording/phrases.ts'

const KIND = [
  'bot|robot|human|person|ai|real|sentient|conscious|chat_?gpt|gpt\\S*|claude|gemini|llms?|openai',
  'llama',
  'language_model|machine|program|computer|chatbot|siri|alexa|assistant|agent|artificial|man|woman',
  'male|female|smart|intelligent|launchboard',
].join('|')

const PATTERNS = phrases(`
  who|what are|r you
  who is this|your_creator|your_maker|your_boss|your_owner|your_developer|behind_this
  who am i talking|speaking|chatting
  who made|built|created|developed|owns|trained|programmed you
  who do you work for
  who runs this
  what_is|tell_me|may_i_know|can_i_know|do_you_have your|a name
  introduce|describe yourself
  about you|yourself
  are you {an?|the|really|actually|even|just|some|kind_of|powered_by|based_on|running} ${KIND}
  what|which [*] model|llm|ai|version|engine are_you|is_this|do_you_use|do_you_run|powers|runs|am_i
  how old are you
  where are you
  where do you live|come
  how do|did you work|function|rank|decide|choose|calculate
  how do|does|did|are|is * ... ranked|ranking_work|calculated|counted|decided|scored|sorted
  what is launchboard|this_bot|this_app|this_site|this_service|this_agent
  where do_you_get|does_your|does_the [your|this|the] data|info|information|numbers|rankings?
  where does_this|is_your|is_the [your|this|the] data|info|information|numbers|rankings?
  do you have|feel|sleep|eat|dream|remember|believe ... feelings|emotions|me|memory|friends|family
  do you have|feel|sleep|eat|dream|remember|believe ... soul|dreams?
`)

const ABLE = phrases('what are you able|good|capable|allowed|using|showing|for|seeing')

export function asksWhoIAm(text: string): boolean {
  return PATTERNS.test(text) && !ABLE.test(text)
}
