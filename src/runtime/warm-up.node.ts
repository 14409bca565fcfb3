import { setImmediate } from 'node:timers/promises'
import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import type { Config } from '../config/config.ts'
import type { Services } from '../services.ts'

/** From the simplest on: each has a little more of the language in it than those before. */
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
 * Does once, beside the first calls, what they would wait for: V8 compiles the embedded model's
 * patterns as they are first used, and the index is made by the first search. Done at one go that
 * would block the event loop for a tenth of a second and more; between two pieces it goes round.
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
  if (config.search.kind === 'embedded') {
    await setImmediate()
    await search.search({ query: 'app', limit: 1 })
  }
}
