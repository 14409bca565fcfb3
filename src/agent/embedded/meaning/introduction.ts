const PATTERNS = [
  /\b(?:who|what) (?:are|r) you\b(?! (?:able|good|capable|allowed|using|showing|for))/,
  /\bwho (?:is this|am i (?:talking|speaking|chatting)|(?:made|built|created|developed?|owns|trained|programmed) you|is your (?:creator|maker|boss|owner|developer)|do you work for|runs this|is behind this)\b/,
  /\b(?:what is|tell me|may i know|can i know|do you have) (?:your|a) name\b|\bintroduce yourself\b/,
  /\babout (?:you|yourself)\b|\bdescribe yourself\b/,
  /\bare you (?:an? |the |really |actually |even |just |some |kind of |powered by |based on |running )*(?:bot|robot|human|person|ai|real|sentient|conscious|chat ?gpt|gpt\S*|claude|gemini|llms?|language model|openai|llama|machine|program|computer|chatbot|siri|alexa|assistant|agent|artificial|man|woman|male|female|smart|intelligent|launchboard)\b/,
  /\b(?:what|which) (?:\w+ )?(?:model|llm|ai|version|engine) (?:are you|is this|do you (?:use|run)|powers|runs|am i)\b/,
  /\bhow old are you\b|\bwhere (?:are you|do you live|do you come)\b|\bhow (?:do|did) you (?:work|function|rank|decide|choose|calculate)\b/,
  /\bwhat is (?:launchboard|this (?:bot|app|site|service|agent))\b/,
  /\bwhere (?:do you get|does (?:your|the|this)|is (?:your|the)) (?:your |this |the )?(?:data|info|information|numbers|rankings?)\b/,
  /\bdo you (?:have|feel|sleep|eat|dream|remember|believe) (?:\w+ ){0,3}?(?:feelings|emotions|me|memory|friends|family|soul|dreams?)\b/,
]

export function asksWhoIAm(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text))
}
