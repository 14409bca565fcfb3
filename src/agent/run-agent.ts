import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { followUpQuestions } from '../core/follow-ups.ts'
import { isWordless, type RunEvent, type RunInput } from '../core/run.ts'
import type { Tool } from '../tools/tool.ts'
import { inputSchema } from '../tools/tool-input.ts'
import { askerFacts, withSpeaker } from './asker.ts'
import { createModelClient, type ModelDeps } from './model-client.ts'
import { modelFailure, unusableAnswer } from './model-failure.ts'
import { instructions, toPrompt } from './prompt.ts'
import { readModelAnswer } from './read-answer.ts'
import { type Run, type RunDeps, startRun } from './run.ts'
import { runTools } from './run-tools.ts'

/** A model without an answer after this many steps is probably looping. */
const MAX_STEPS = 6

/** A model would answer the question before. */
const WORDLESS =
  'I can only read text, not pictures or files. Tell me in words what you would like to know.'

export interface AgentDeps extends ModelDeps, RunDeps {
  now(): Date
  defaultTimezone: string
}

/**
 * One run: asks the model and runs its tools until it has answered. Never throws: an error is a
 * `run-error`, after a sentence of text if `failureText` asks for one and there was no text yet.
 * Aborting `signal` stops the model and the running tools, and ends the events.
 */
export async function* runAgent(
  input: RunInput,
  deps: AgentDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const { threadId, runId, failureText = false, suggestions = false } = input
  const run = startRun(input, deps, signal)
  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    const events = steps(input, deps, run)
    yield* suggestions ? withSuggestions(events) : events
  } catch (error) {
    if (signal.aborted) return
    const failure = modelFailure(run.signal.reason ?? error)
    const { code, message, retryAfterMs } = failure
    run.fail(failure)
    if (failureText && !run.hasText()) {
      yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    run.close()
  }
}

/** The same events, with questions that may follow the answer. */
async function* withSuggestions(events: AsyncGenerator<RunEvent>): AsyncGenerator<RunEvent> {
  const results: RunEvent<'tool-result'>[] = []
  for await (const event of events) {
    if (event.type === 'tool-result') results.push(event)
    const isAnswered = event.type === 'run-end' && event.pendingToolCalls.length === 0
    yield isAnswered ? { ...event, suggestions: followUpQuestions(results) } : event
  }
}

/** @throws the error of the model, or the reason of an abort */
async function* steps(input: RunInput, deps: AgentDeps, run: Run): AsyncGenerator<RunEvent> {
  if (isWordless(input.messages)) return yield* wordless(run)
  const facts = askerFacts(input, deps.defaultTimezone)
  // Hosted models read the prompt alone.
  const providerOptions = { launchboard: { ...facts } }
  const offer = offeredTools(run, input.requiredTools)
  const models = createModelClient(deps, run)
  let prompt = toPrompt(
    withSpeaker(input.messages, facts),
    instructions(deps.now(), facts, input.markdown),
  )

  for (;;) {
    run.count.steps += 1
    const { provider, modelId } = models.current()
    const endSpan = run.trace.modelCall(provider, modelId)
    const answer = yield* readModelAnswer(models.ask({ prompt, ...offer, providerOptions }), run)
    endSpan(answer)
    if (offer.toolChoice.type !== 'auto' && answer.calls.length === 0) {
      throw unusableAnswer('did not call the required tool')
    }

    const { messages, hasResults, pendingToolCalls } = yield* runTools(answer, run)
    if (!hasResults || pendingToolCalls.length > 0 || run.count.steps === MAX_STEPS) {
      if (!run.hasText() && pendingToolCalls.length === 0) {
        throw unusableAnswer('did not arrive at an answer')
      }
      const { finishReason } = answer
      run.count.toolCalls += pendingToolCalls.length
      run.finish(finishReason)
      yield { type: 'run-end', finishReason, usage: run.usage(), pendingToolCalls }
      return
    }
    prompt = [...prompt, ...messages]
  }
}

function* wordless(run: Run): Generator<RunEvent, void> {
  run.finish('stop')
  yield { type: 'text-delta', delta: WORDLESS }
  yield { type: 'run-end', finishReason: 'stop', usage: run.usage(), pendingToolCalls: [] }
}

type Offer = Required<Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'>>

/** The tools that the model may call: all of them, or only the required ones if there are any. */
function offeredTools({ tools, frontendTools }: Run, required: readonly string[] = []): Offer {
  const ofClient = frontendTools.map(({ name, description, parameters: inputSchema }) => {
    return { type: 'function' as const, name, description, inputSchema }
  })
  const [first, ...others] = ofClient.filter(({ name }) => required.includes(name))
  if (!first) return { tools: [...builtInTools(tools), ...ofClient], toolChoice: { type: 'auto' } }
  if (others.length > 0) return { tools: [first, ...others], toolChoice: { type: 'required' } }
  return { tools: [first], toolChoice: { type: 'tool', toolName: first.name } }
}

const converted = new WeakMap<readonly Tool[], LanguageModelV3FunctionTool[]>()

/** Converted once, because the schemas take as long as the rest of a short run. */
function builtInTools(tools: readonly Tool[]): LanguageModelV3FunctionTool[] {
  const functionTools: LanguageModelV3FunctionTool[] =
    converted.get(tools) ??
    tools.map((tool) => {
      const { name, description } = tool
      return { type: 'function', name, description, inputSchema: inputSchema(tool) }
    })
  converted.set(tools, functionTools)
  return functionTools
}
