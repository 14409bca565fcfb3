import { addAbortSignal, type Readable } from 'node:stream'
import * as z from 'zod'
import { ClientError, connectionLost } from '../client/client-error.ts'
import { tryParseJson } from '../core/json.ts'
import { printable, printableLines } from '../core/printable.ts'
import { EXIT, UsageError } from './exit.node.ts'
import { notOurs, openService, responseBody, SERVICE, type ServiceOptions } from './service.node.ts'
import { interruptible, type Terminal, write, writeJson } from './terminal.node.ts'
import { textLines } from './text-lines.ts'

interface AskOptions extends ServiceOptions {
  format?: 'markdown' | 'json' | undefined
}

/** More than the service accepts. */
const MAX_CHARACTERS = 1_000_000

/** The fields of the NDJSON stream that are shown. */
const Line = z.object({
  type: z.string(),
  content: z.string().default(''),
  message: z.string().default(''),
  tool_name: z.string().default(''),
})

/** Asks the agent. The answer is printed as it arrives, or as JSON when it is complete. */
export function ask(words: readonly string[], options: AskOptions, terminal: Terminal) {
  return interruptible(async (signal) => {
    const isPiped = words.length === 1 && words[0] === '-'
    const content = isPiped ? await readInput(terminal.stdin, signal) : words.join(' ')
    if (content.trim() === '') throw new UsageError('The question must not be empty.')
    const service = await openService(options, terminal)
    if (options.format === 'json') {
      const text = await responseBody(
        await service.request('/api/chat', { body: { message: content }, signal }),
      )
      if (!z.object({ reply: z.string() }).safeParse(tryParseJson(text)).success) throw notOurs()
      await writeJson(terminal.stdout, text)
    } else {
      const body = { messages: [{ role: 'user', content }] }
      await writeAnswer(await service.request('/stream', { body, signal }), terminal)
    }
    return EXIT.done
  })
}

async function readInput(stdin: Readable, signal: AbortSignal): Promise<string> {
  let text = ''
  for await (const chunk of addAbortSignal(signal, stdin.setEncoding('utf8'))) {
    text += chunk
    if (text.length > MAX_CHARACTERS)
      throw new UsageError(`The question may have at most ${MAX_CHARACTERS} characters.`)
  }
  return text
}

/** A terminal also sees which tools are called, as the text waits for them. */
async function writeAnswer(response: Response, { stdout, stderr }: Terminal) {
  let hasText = false
  try {
    for await (const { type, content, message, tool_name: tool } of linesOf(response)) {
      if (type === 'done') return
      if (type === 'error') throw new ClientError('run-failed', message)
      const isCall = type === 'tool_call_start' && stderr.isTTY
      if (isCall) await write(stderr, `[${printable(tool)}]\n`)
      if (type !== 'text_delta') continue
      hasText = true
      await write(stdout, stdout.isTTY ? printableLines(content) : content)
    }
  } finally {
    if (hasText) await write(stdout, '\n')
  }
  throw new ClientError('run-failed', `${SERVICE} ended the stream before the answer was complete.`)
}

async function* linesOf(response: Response) {
  if (!response.ok || !response.body) {
    await responseBody(response)
    throw notOurs()
  }
  for await (const line of textLines(chunksOf(response.body))) {
    const { data } = Line.safeParse(tryParseJson(line))
    if (!data) throw notOurs()
    yield data
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true })
  } catch {
    throw connectionLost()
  }
}
