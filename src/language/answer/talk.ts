import type { Topic } from '../dialogue/request.ts'

const EXAMPLES = [
  '- “top 5 today”, “best launches last week”, “top 3 in October”, “who won yesterday, Tokyo time?”',
  '- “find me a tool for invoices”, “note taking apps”',
  '- “we hit #1!” for some confetti',
].join('\n')

const CAPABILITIES =
  'I rank product launches, of all time or of any day, week, month, year or range, I search ' +
  'products by topic, and I throw confetti.'

const ANSWERS: Readonly<Record<Topic, string>> = {
  greeting: `Hello! ${CAPABILITIES} What would you like to see? For example “top 5 today”.`,
  thanks: 'You are welcome! Ask me for another ranking or search whenever you like.',
  farewell: 'Goodbye! Come back for the next launches.',
  acknowledgement: 'All right. Ask for another day, week or month, or search for a product.',
  introduction:
    'I am Launchboard’s embedded assistant: a small program that learned from examples, not a large language model. ' +
    `${CAPABILITIES} Every product and number I name comes from a tool’s answer.`,
  help: `${CAPABILITIES} I am a small program, so plain questions work best:\n\n${EXAMPLES}`,
  advice:
    'In general, not from any data I have: launch when the day begins for the site, so that you ' +
    'have all of it; on Tuesday to Thursday there is more traffic and more competition, at the ' +
    'weekend less of both. Say in one line what the product does for whom, have the page and a ' +
    'demo ready, tell the people who know you, and answer every comment. I can also show which ' +
    'launches did well: ask for “top 5 last week”.',
  counting:
    'I cannot count launches: I rank up to ten of them at a time, or search for a topic. Try ' +
    '“top 10 today”.',
  future: 'I cannot see what has not launched yet. I rank launches of today or of any time before.',
  'too-early':
    'That is before there were launches to rank. I rank those of any day, week, month or year ' +
    'since: try “top 5 of 2025” or “best of all time”.',
  'no-confetti': 'No confetti, then. I can still rank or search product launches for you.',
  instructions:
    'I cannot do that. I am an assistant with fixed rules: I rank and search product ' +
    'launches, and I throw confetti.',
  'out-of-scope':
    `I cannot help with that. ${CAPABILITIES} ` +
    'For example “top 5 this week” or “find me a tool for invoices”.',
  foreign:
    'I am sorry, I understand only English. Try “top 5 ' +
    'today” or “search for invoices”: I rank and search product launches.',
  'what-for': 'What should it be good for? For example “find me a tool for invoices”.',
  unclear: `I did not understand that. I rank and search product launches:\n\n${EXAMPLES}`,
}

/** The fixed answer for a topic that needs no tool. */
export function talkAnswer(topic: Topic, language?: string): string {
  return language && topic === 'foreign'
    ? `That seems to be ${language}. ${ANSWERS.foreign}`
    : ANSWERS[topic]
}
