import talk from '../../../data/language/talk.json' with { type: 'json' }
import type { Topic } from '../dialogue/request.ts'
import { expandMacros } from '../slots/patterns.ts'

/** The fixed answer for a topic that needs no tool, where `{name}` stands for a phrase of `talk.json`. */
export function talkAnswer(topic: Topic, language?: string): string {
  const answer = expandMacros(talk.answers[topic], talk.phrases)
  return language && topic === 'foreign' ? `That seems to be ${language}. ${answer}` : answer
}
