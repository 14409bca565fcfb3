import { type ToolSet, tool } from 'ai'
import { elapsedMs } from '../elapsed-ms.ts'
import { AppError } from '../error.ts'
import type { Log } from '../log.ts'
import type { Tool } from '../tool/tool.ts'

interface ToolNeeds {
  tools: readonly Tool[]
  log: Log
}

/** Our tools as the AI SDK offers them to a model. Each call leaves one record in the log. */
export function modelTools({ tools, log }: ToolNeeds): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        inputSchema: input,
        execute: (input, { toolCallId, abortSignal }) =>
          logged({ log: log.with({ callId: toolCallId, tool: name }), abortSignal }, () =>
            run(input, { signal: abortSignal }),
          ),
      }),
    ]),
  )
}

interface CallNeeds {
  log: Log
  abortSignal: AbortSignal | undefined
}

/** What is thrown reaches the model in its own words, so only a failure we know leaves here. */
async function logged<Output>({ log, abortSignal }: CallNeeds, call: () => Promise<Output>) {
  const started = performance.now()
  const record = (outcome: string) => ({ ms: elapsedMs(started), outcome })
  try {
    const output = await call()
    log.info('tool-call', record('finished'))
    return output
  } catch (error) {
    if (abortSignal?.aborted) {
      log.info('tool-call', record('cancelled'))
      throw error
    }
    const failure = AppError.from(error)
    log.warn('tool-call', { ...record('failed'), code: failure.code, error: failure.cause })
    throw failure
  }
}
