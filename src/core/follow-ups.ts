import { asList, asRecord, isRecord } from './json.ts'

interface ToolResult {
  toolName?: string | undefined
  result: unknown
}

interface FoundProduct {
  id: string
  name: string
  url: string | null
  topics: readonly unknown[]
}

const MAX_FOLLOW_UPS = 3

/** What may be asked after a ranking of a timeframe. */
const NEXT: Readonly<Record<string, string>> = {
  today: 'And yesterday?',
  yesterday: 'And last week?',
  this_week: 'And last week?',
  last_week: 'And this month?',
  this_month: 'And last month?',
  all_time: 'And last week?',
}

export function followUpQuestions(results: readonly ToolResult[]): string[] {
  const ranking = results.findLast(({ toolName }) => toolName?.startsWith('getTopProducts'))
  const { window, topic } = asRecord(ranking?.result)
  const [first] = results.flatMap(({ result }) => productsOf(result))
  const label = ranking && (isRecord(window) ? String(window.label) : 'all_time')
  const questions = [
    NEXT[label ?? ''],
    first && ranking && `Tell me about ${first.name}`,
    first?.topics[0] && topic === undefined && `Top ${first.topics[0]} launches this month`,
    !first && 'What are the top 3 products today?',
  ]
  return questions.filter((question) => typeof question === 'string').slice(0, MAX_FOLLOW_UPS)
}

/** The products in the result of one of our tools. */
export function productsOf(result: unknown): FoundProduct[] {
  const { posts, hits, product } = asRecord(result)
  return [...asList(posts), ...asList(hits), product].flatMap((found) => {
    const { id, name, url, topics } = asRecord(found)
    if (typeof id !== 'string' || typeof name !== 'string') return []
    return [{ id, name, url: typeof url === 'string' ? url : null, topics: asList(topics) }]
  })
}
