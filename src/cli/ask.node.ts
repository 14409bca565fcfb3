import { addAbortSignal } from 'node:stream'
import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { printable, printableLines } from '../core/printable.ts'
import { networkError } from '../core/upstream/upstream-error.ts'
import { EXIT, ServiceError, UsageError } from './exit.node.ts'
import { openService } from './open-service.node.ts'
import { bodyOf, SERVICE, type Service, type ServiceOptions, unreadable } from './service.node.ts'
import { interruptible, painter, type Terminal, write, writeJson } from './terminal.node.ts'
import { textLines } from './text-lines.ts'

export interface AskOptions extends ServiceOptions {
  format?: 'markdown' | 'json' | undefined
}

/** More than the service accepts. */
const MAX_CHARACTERS = 1_000_000

/** The fields of the NDJSON stream that are shown. */
const Line = z.object({
  type: z.string(),
  content: z.string().optional(),
  message: z.string().optional(),
  tool_name: z.string().optional(),
})

const post = (body: unknown, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal,
})

/** Asks the agent. The answer is printed as it arrives, or as JSON when it is complete. */
export function ask(words: readonly string[], options: AskOptions, terminal: Terminal) {
  return interruptible(async (signal) => {
    const isPiped = words.length === 1 && words[0] === '-'
    const question = isPiped ? await readInput(terminal.stdin, signal) : words.join(' ')
    if (question.trim() === '') throw new UsageError('The question must not be empty.')
    const service = await openService(options, terminal)
    if (options.format === 'json') await askWhole(question, { service, terminal, signal })
    else await askStreaming(question, { service, terminal, signal })
    return EXIT.done
  })
}

interface AskDeps {
  service: Service
  terminal: Terminal
  signal: AbortSignal
}

async function readInput(stdin: Terminal['stdin'], signal: AbortSignal): Promise<string> {
  const input = addAbortSignal(signal, stdin.setEncoding('utf8'))
  let text = ''
  for await (const chunk of input) {
    text += chunk
    if (text.length > MAX_CHARACTERS)
      throw new UsageError(`The question may have at most ${MAX_CHARACTERS} characters.`)
  }
  return text
}

async function askWhole(message: string, { service, terminal, signal }: AskDeps) {
  const text = await bodyOf(await service.request('/api/chat', post({ message }, signal)))
  if (!z.object({ reply: z.string() }).safeParse(tryParseJson(text)).success) throw unreadable()
  await writeJson(terminal.stdout, text)
}

async function askStreaming(content: string, { service, terminal, signal }: AskDeps) {
  const messages = [{ role: 'user', content }]
  const response = await service.request('/stream', post({ messages }, signal))
  if (!response.ok || !response.body) {
    await bodyOf(response)
    throw unreadable()
  }

  const { stdout, stderr } = terminal
  let hasText = false
  try {
    for await (const { type, content = '', message = '', tool_name: tool = '' } of linesOf(
      response.body,
    )) {
      if (type === 'done') return
      if (type === 'error') throw new ServiceError('run-failed', message)
      if (type === 'tool_call_start') await writeToolCall(stderr, tool)
      if (type !== 'text_delta') continue
      hasText = true
      await write(stdout, stdout.isTTY ? printableLines(content) : content)
    }
  } finally {
    if (hasText) await write(stdout, '\n')
  }
  throw new ServiceError(
    'run-failed',
    `${SERVICE} ended the stream before the answer was complete.`,
  )
}

/** Shows that a tool is running, as the text waits for it. */
async function writeToolCall(stderr: Terminal['stderr'], tool: string) {
  if (stderr.isTTY) await write(stderr, `${painter(stderr)('dim', `[${printable(tool)}]`)}\n`)
}

async function* linesOf(body: ReadableStream<Uint8Array>) {
  for await (const { line } of textLines(chunksOf(body))) {
    const { data } = Line.safeParse(tryParseJson(line))
    if (!data) throw unreadable()
    yield data
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true })
  } catch (error) {
    throw networkError(`${SERVICE} closed the connection before the answer was complete.`, error)
  }
}
