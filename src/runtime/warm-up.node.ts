import { setImmediate } from 'node:timers/promises'
import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import type { Config } from '../config/config.ts'
import type { Services } from '../services.ts'

/** From simple to complex: each uses a little more of the language than the previous ones. */
const QUESTIONS = [
  'hi',
  'hi',
  'top',
  'top 3',
  'top 3',
  'find me a password manager',
  'best of october and best of november, 4 each',
  'from 1 november to 3 november',
  'who won last week?',
  'we hit #1!',
]

/**
 * Does in advance what the first calls would wait for: V8 compiles the patterns of the embedded model
 * on first use, and the first search builds the index. Done at once, this would block the event loop
 * for more than 100 ms, so requests are served between the steps.
 */
export async function warmUp({ model, search, tools }: Services, config: Config): Promise<void> {
  const offered = tools.map(({ name }): LanguageModelV3FunctionTool => {
    return { type: 'function', name, inputSchema: {} }
  })
  for (const text of config.model.kind === 'embedded' ? QUESTIONS : []) {
    await setImmediate()
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]
    const reader = (await model.doStream({ prompt, tools: offered })).stream.getReader()
    while (!(await reader.read()).done);
  }
  // Nobody has asked a live source anything yet, and its calls are counted.
  if (config.search.kind === 'embedded' && config.source.kind === 'catalogue') {
    await setImmediate()
    await search.search({ query: 'app', limit: 1 })
  }
}
