import { addAbortSignal } from 'node:stream'
import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { textLines } from '../core/rows/text-file.ts'
import { networkError } from '../core/upstream/upstream-error.ts'
import { EXIT, ServiceError, UsageError } from './exit.node.ts'
import {
  bodyOf,
  openService,
  SERVICE,
  type Service,
  type ServiceOptions,
  unreadable,
} from './service.node.ts'
import { interruptible, painter, type Terminal, write, writeJson } from './terminal.node.ts'

export interface AskOptions extends ServiceOptions {
  format?: 'markdown' | 'json' | undefined
}

/** More than the service takes. */
const MAX_CHARACTERS = 1_000_000

/** A line of the NDJSON stream, as far as it is shown. */
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

/** Asks the agent. The answer is printed as it comes; as JSON it comes whole. */
export function ask(words: readonly string[], options: AskOptions, terminal: Terminal) {
  return interruptible(async (signal) => {
    const isPiped = words.length === 1 && words[0] === '-'
    const question = isPiped ? await readInput(terminal.stdin, signal) : words.join(' ')
    if (question.trim() === '') throw new UsageError('the question is empty.')
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
  for await (const piece of input) {
    text += piece
    if (text.length > MAX_CHARACTERS) throw new UsageError('the question is too long.')
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
      if (type === 'tool_call_start') await noteCall(stderr, tool)
      if (type !== 'text_delta') continue
      hasText = true
      await write(stdout, stdout.isTTY ? shown(content) : content)
    }
  } finally {
    if (hasText) await write(stdout, '\n')
  }
  throw new ServiceError('run-failed', `${SERVICE} broke off its answer.`)
}

/** A tool may take a while, and the text has to wait for it. */
async function noteCall(stderr: Terminal['stderr'], tool: string) {
  if (stderr.isTTY) await write(stderr, `${painter(stderr)('dim', `[${printable(tool)}]`)}\n`)
}

async function* linesOf(body: ReadableStream<Uint8Array>) {
  for await (const { line } of textLines(piecesOf(body))) {
    const { data } = Line.safeParse(tryParseJson(line))
    if (!data) throw unreadable()
    yield data
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true })
  } catch (error) {
    throw networkError(`${SERVICE} broke off its answer.`, error)
  }
}

/** Text in which nothing is left that a terminal would obey, but for its lines. */
function shown(text: string): string {
  return text.replace(/[^\n\P{Cc}]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
}
