import { asRecord } from '../../core/json.ts'
import type { TranscriptCall } from './conversation.ts'
import { comparedIn } from './findings.ts'

interface Words {
  running: string
  done: string
}

const LAUNCHES: Readonly<Record<string, string>> = {
  today: "today's launches",
  yesterday: "yesterday's launches",
  this_week: "this week's launches",
  last_week: "last week's launches",
  this_month: "this month's launches",
  last_month: "last month's launches",
  this_year: "this year's launches",
  last_year: "last year's launches",
}

/** A tool call as a line of words: what it does, has done or failed to do. */
export function wordsOf(call: TranscriptCall): string {
  const { running, done } = wordsFor(call)
  switch (call.state) {
    case 'running':
      return running
    case 'done':
      return done
    case 'failed':
      return `${running.replace(/…$/, '')}: failed`
    case 'stopped':
      return `${running.replace(/…$/, '')}: stopped`
  }
}

function wordsFor({ toolName, input, result, displayName, executionText }: TranscriptCall): Words {
  const { timeframe, topic, query } = asRecord(input)
  switch (toolName) {
    case 'getTopProducts':
      return ranking('all launches', topic)
    case 'getTopProductsThisWeek':
      return ranking(LAUNCHES.this_week, topic)
    case 'getTopProductsByTimeframe':
      // The card above says which days: raw windows are for those who open the call.
      return ranking((typeof timeframe === 'string' && LAUNCHES[timeframe]) || 'launches', topic)
    case 'getTrendingProducts':
      return { running: 'Finding rising launches', done: 'Found rising launches' }
    case 'searchProducts': {
      const words = typeof query === 'string' ? `“${query}”` : 'launches'
      return { running: `Searching for ${words}`, done: `Searched for ${words}` }
    }
    case 'getProductHistory':
      return { running: 'Looking up votes over time', done: 'Looked up votes over time' }
    case 'getProduct': {
      const names = comparedIn(asRecord(result)).map(({ product }) => product.name)
      const done = `Looked up ${names.join(', ') || 'a product'}`
      return { running: 'Looking up a product', done }
    }
    case 'findLaunches':
      return { running: 'Comparing launches', done: 'Compared launches' }
    case 'triggerConfetti':
      return { running: 'Throwing confetti', done: 'Threw confetti' }
  }
  const name = displayName ?? spaced(toolName)
  return { running: executionText ?? name, done: name }
}

function ranking(launches = 'launches', topic?: unknown): Words {
  const what = typeof topic === 'string' ? `${launches} in ${topic}` : launches
  return { running: `Ranking ${what}`, done: `Ranked ${what}` }
}

/** `showBanner` and `show_banner` as `Show banner`. */
function spaced(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])|[_-]+/g, '$1 $2').trim()
  const text = words === words.toUpperCase() ? words : words.toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
