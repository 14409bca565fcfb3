import type { RunEvent } from '../core/run.ts'
import type { Exchange } from '../wires/wire.ts'

interface Wire {
  headers: Readonly<Record<string, string>>
}

const STOPPED = 'The run was stopped.'
const LOST = 'The run was lost: its process is gone.'

/** A run that its reader may come back to, as the events of its protocol. */
interface WireRun {
  events: AsyncGenerator<string>
  /** The events that end it for its readers if its process is gone. */
  lost: readonly string[]
}

/** Waits for the start of a run, which its other events name. One that is stopped says so at its end. */
export async function openWireRun(
  { headers }: Wire,
  { encode }: Pick<Exchange, 'encode'>,
  run: AsyncGenerator<RunEvent>,
): Promise<WireRun> {
  const endOfEvent = isSse(headers) ? /(?<=\n\n)/ : /(?<=\n)/
  const encoded = (event: RunEvent) => {
    const text = encode(event)
    return text === '' ? [] : text.split(endOfEvent)
  }
  const { value: start } = await run.next()
  const first = start ? encoded(start) : []
  const lost = encoded({ type: 'run-error', code: 'unavailable', message: LOST })

  async function* events() {
    let hasEnded = false
    yield* first
    for await (const event of run) {
      yield* encoded(event)
      hasEnded = event.type === 'run-end' || event.type === 'run-error'
    }
    if (!hasEnded) yield* encoded({ type: 'run-error', code: 'cancelled', message: STOPPED })
  }
  return { events: events(), lost }
}

/** An event with the number by which a client comes back: the `id` of an event, the `seq` of a line. */
export function withNumber({ headers }: Wire, event: string, number: number): string {
  if (isSse(headers)) return `id: ${number}\n${event}`
  return `${event.slice(0, -'}\n'.length)},"seq":${number}}\n`
}

function isSse(headers: Readonly<Record<string, string>>) {
  return headers['content-type'] === 'text/event-stream'
}
