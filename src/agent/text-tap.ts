import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { TextStreamPart, ToolSet } from 'ai'
import { readingUntil } from './reading-until.ts'
import { silenceLimit } from './silence-limit.ts'

type ModelPart = LanguageModelV3StreamPart
type RunPart = TextStreamPart<ToolSet>
type Read<Item> = () => Promise<Item | undefined>

interface TapNeeds {
  /** Ends all reading, whatever the model does. */
  signal: AbortSignal
  /** How long a call of the model may go without a piece; a reader that stalls counts as well. */
  silenceMs: number
  onSilence(): void
}

/**
 * Takes a model's text past the AI SDK, which reads a model as fast as it sends, keeps every piece
 * of it, and costs as much a piece as all the rest. The SDK gets each text in one, once its reader
 * has taken it; `parts` puts the pieces where the SDK's report of the run has that text.
 */
export function textTap(inner: LanguageModelV3, { signal, silenceMs, onSilence }: TapNeeds) {
  const silence = silenceLimit(silenceMs, onSilence)
  signal.addEventListener('abort', silence.end, { once: true })
  let text: Text | undefined

  async function* tapped(read: Read<ModelPart>): AsyncGenerator<ModelPart> {
    for (let part = await read(); part; ) {
      if (part.type === 'text-delta') {
        const id = crypto.randomUUID()
        text = createText(part.delta, read)
        yield { type: 'text-start', id }
        const { whole, aside, next } = await text.end
        yield { type: 'text-delta', id, delta: whole }
        yield { type: 'text-end', id }
        yield* aside
        part = next
      } else {
        if (!isMark(part)) yield part
        part = await read()
      }
    }
    silence.end()
  }

  const model: LanguageModelV3 = {
    ...{ specificationVersion: 'v3', provider: inner.provider, modelId: inner.modelId },
    supportedUrls: inner.supportedUrls,
    doGenerate: (options) => inner.doGenerate(options),

    async doStream(options) {
      silence.start()
      const { stream, ...rest } = await inner.doStream(options)
      const next = readingUntil(stream, signal)
      const read = () => {
        silence.heard()
        return next()
      }
      return { ...rest, stream: pulled(tapped(read)) }
    },
  }

  /** @param report the SDK's own stream of the run that asks `model` */
  async function* parts(report: ReadableStream<RunPart>): AsyncGenerator<RunPart> {
    const read = readingUntil(report, signal)
    for (let part = await read(); part; part = await read()) {
      if (part.type !== 'text-delta') yield part
      if (part.type !== 'text-start' || !text) continue
      const { id } = part
      for await (const delta of text.deltas) yield { type: 'text-delta', id, text: delta }
    }
  }

  return { model, parts }
}

type Text = ReturnType<typeof createText>

interface TextEnd {
  whole: string
  /** What came in between and interrupts no text, such as a source. */
  aside: ModelPart[]
  next: ModelPart | undefined
}

/** A text in pieces, until the model turns to something else. */
function createText(first: string, read: Read<ModelPart>) {
  let finish: (end: TextEnd) => void
  const end = new Promise<TextEnd>((resolve) => {
    finish = resolve
  })

  async function* deltas() {
    const aside: ModelPart[] = []
    const whole = growingText(first)
    yield first
    for (;;) {
      const part = await read().catch((error): ModelPart => ({ type: 'error', error }))
      if (part?.type === 'text-delta') {
        whole.add(part.delta)
        yield part.delta
      } else if (!part || interrupts(part)) {
        return finish({ whole: whole.text(), aside, next: part })
      } else {
        aside.push(part)
      }
    }
  }

  return { deltas: deltas(), end }
}

/** Joined now and then: a string that grows by `+=` keeps each piece, at many times its length. */
function growingText(first: string) {
  const joined: string[] = []
  let pieces = [first]

  return {
    add(piece: string) {
      if (pieces.push(piece) < 256) return
      joined.push(pieces.join(''))
      pieces = []
    },

    text: () => [...joined, ...pieces].join(''),
  }
}

function isMark({ type }: ModelPart) {
  return type === 'text-start' || type === 'text-end'
}

function interrupts(part: ModelPart) {
  return (
    isMark(part) || part.type.startsWith('tool-') || part.type === 'error' || part.type === 'finish'
  )
}

/** As a stream that asks for nothing ahead of its reader. */
function pulled<Item>(items: AsyncGenerator<Item>): ReadableStream<Item> {
  const source: UnderlyingDefaultSource<Item> = {
    async pull(controller) {
      const { done, value } = await items.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
