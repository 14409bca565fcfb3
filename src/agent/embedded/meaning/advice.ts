const LAUNCHING =
  '(?:launch(?:es|ed|ing)?|relaunch|ship(?:ping)?|release|releasing|debut|product hunt|ph|producthunt|featured|upvotes?|votes|hunters?|hunt|taglines?|promot(?:e|ing|ion)|market(?:ing)?|viral|users|customers|traction|visibility|number one|#\\s?1|first place|top (?:spot|product|\\uE200)?|the top|leaderboard|rank(?:ing|ed)?|win|winning|success(?:ful)?|coming soon page|ship page|listing|submit|submission|celebrat\\w+|supporters|followers|waitlist|badge)'

/** How to launch is no ranking: what is known of it is general. */
const ADVICE = [
  new RegExp(
    `\\b(?:how (?:do|does|can|could|should|would|to|might|much|long|far|early|late|important|hard|often|best to)|how many (?:votes|upvotes|followers|supporters|hunters)|what (?:do|should|does) (?:i|we|it|one|you)|what is the (?:best|right|ideal|perfect) (?:way|strategy|approach|time|day)|any (?:tips|advice|suggestions|ideas|pointers)|tips|advice|pointers|guide|guidance|checklist|strategy|strategies|playbook|best practices?|steps|help (?:me|us) (?:to )?(?:plan|prepare|launch|promote|get|write))\\b.*\\b${LAUNCHING}\\b`,
  ),
  /\b(?:day|time|times|hour|month|moment|week|weekday|date)s? (?:\S+ )?(?:to|for|of|should|is (?:best|good|ideal|right)) (?:\S+ ){0,4}?(?:launch\w*|post\w*|ship\w*|release|publish|submit|go live|debut)\b/,
  /\b(?:when|where|what day|what time|which day|should|shall|can|could|may|must|is it (?:better|ok|okay|good|bad|worth|smart|wise|too)|do (?:i|we) (?:need|have)|does it|is|are|would it|why) (?:\S+ ){0,5}?(?:launching|launch (?:on|at|in|my|our|a|an|the|it|this|before|with|without|again|twice)|to launch|i launch|we launch|hunter|relaunch)\b/,
  /\b(?:prepare|preparing|plan|planning|ready|get ready|help|tips|advice|strategy|checklist|guide|about|need|want|going|would like|hoping|trying|thinking) (?:\S+ ){0,4}?(?:to launch|for (?:my|our|a|the) launch|of launching|about launching|launch (?:my|our|a|an|it|this)|my launch|our launch|a launch|launch day|launch strategy|launch plan)\b/,
  /\bwhen (?:do|should|can|could|is|are) (?:\S+ ){0,4}?launch(?:es|ing)?$/,
  /\bhow (?:did|do|does) (?:\S+ ){1,4}?(?:become|get so|so popular|manage|succeed|make it)\b/,
  /\blaunch (?:tips|advice|strategy|strategies|checklist|plan|guide|playbook|help)\b|\b(?:tips|advice|pointers|checklist|guide|playbook) (?:for|on|about|to) (?:\S+ ){0,4}?launch\w*/,
  /\b(?:get|getting|gain|win|earn) (?:\S+ ){0,2}?(?:more|enough|lots of|many|a lot of|some) (?:\S+ )?(?:upvotes|votes|users|customers|traction|followers|supporters|signups)\b/,
  /\bhow (?:do|can|should|to|would|could|might)(?: (?:i|we|you|one|someone|people|my \S+|our \S+))? (?:\S+ )?(?:become|reach|make it|get (?:to|into|on)|hit|be|rank|win|celebrate|stand out|go viral|succeed|beat|top)\b/,
  /\b(?:what|which) makes (?:a|an) (?:\S+ ){0,3}?(?:launch|product|tagline|listing)\b|\b(?:review|improve|rate|feedback on|critique) (?:my|our) (?:\S+ ){0,2}?(?:launch|tagline|landing page|product|listing|page|startup|idea|pitch)\b/,
  /\bways? to (?:\S+ ){0,3}?(?:launch|celebrate|promote|market|get (?:\S+ )?(?:upvotes|votes|users)|win|reach)\b/,
]

export function isAdvice(text: string): boolean {
  return ADVICE.some((pattern) => pattern.test(text))
}
