import { asRecord } from '../../core/json.ts'
import type { Message } from '../transcript/conversation.ts'
import { type Finding, findingOf } from '../transcript/findings.ts'

const MAX_FOLLOW_UPS = 3

/** What may be asked after a ranking of a timeframe. */
const NEXT: Readonly<Record<string, string>> = {
  today: 'And yesterday?',
  yesterday: 'And last week?',
  'this week': 'And last week?',
  'last week': 'And this month?',
  'this month': 'And last month?',
  'all time': 'And last week?',
}

/** Where this page shows what an answer is about. */
export function placeOf(answer: Message): { name: string; href: string } | undefined {
  const { kind, href } = findingsOf(answer).at(-1) ?? {}
  if (!href) return undefined
  if (kind === 'search') return { name: 'Open in the search', href }
  return { name: kind === 'history' ? 'Open the product' : 'Open on the board', href }
}

/** Questions that follow from an answer. */
export function followUps(answer: Message | undefined): string[] {
  if (answer?.kind !== 'answer' || answer.state !== 'complete') return []
  const findings = findingsOf(answer)
  const ranking = findings.findLast(({ kind }) => kind === 'ranking')
  const first = findings[0]?.products[0]
  const { topic } = asRecord(ranking?.call.input)
  const questions = [
    NEXT[ranking?.window?.spoken ?? ''],
    first && ranking && `Tell me about ${first.name}`,
    first?.topics[0] && topic === undefined && `Top ${first.topics[0]} launches this month`,
    !first && 'What are the top 3 products today?',
  ]
  return questions.filter((question) => typeof question === 'string').slice(0, MAX_FOLLOW_UPS)
}

function findingsOf({ calls }: Message): Finding[] {
  return calls.flatMap((call) => findingOf(call) ?? [])
}
