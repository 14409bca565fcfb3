import * as z from 'zod'
import type { Log } from '../core/log.ts'
import { createRunLog, follow, type RunLog } from './run-log.ts'

/** How long a run continues without a reader. */
const UNREAD_MS = 30_000
/** How long the events of a run are held after its end. */
export const HELD_MS = 5 * 60_000
const MAX_RUNS = 1_000
/** A chat platform is one caller, with all of its users. */
const MAX_RUNS_PER_CALLER = 250
const MAX_CHARACTERS = 64 * 1024 * 1024
const MAX_CHARACTERS_PER_RUN = 4 * 1024 * 1024

export const RunFacts = z.object({
  /** The only caller who may read and stop it. On an open service, whoever knows its id may. */
  caller: z.string().optional(),
  /** The chat that it answers, where clients find the run by its chat. */
  chatId: z.string().optional(),
  /** How its events are sent. */
  headers: z.record(z.string(), z.string()),
  keepAlive: z.string().optional(),
})

export type RunFacts = Readonly<z.infer<typeof RunFacts>>

interface NewRun extends RunFacts {
  /** The address of the caller, by which runs are counted on an open service. */
  address: string | undefined
  events: AsyncIterable<string>
  /** Ends the events soon. */
  stop(): void
}

/** A run that its caller may come back to. */
export interface ResumableRun {
  readonly runId: string
  readonly facts: RunFacts
  /** Whether events after this one are still to be read, or may come. */
  hasMore(after: number): boolean
  /** The events after the one with this number, until the end or until the signal aborts. */
  read(after: number, signal: AbortSignal): AsyncGenerator<string>
  stop(): Promise<void>
}

/** Runs that continue for a while without their reader, and their events. */
export interface ResumableRuns {
  /** Returns nothing if there is no room for another run: the caller then reads the events itself. */
  start(run: NewRun): ResumableRun | undefined
  find(runId: string, caller: string | undefined): Promise<ResumableRun | undefined>
  /** The run of a chat that has not ended. A chat has one: the next one stops it. */
  findActive(chatId: string, caller: string | undefined): Promise<ResumableRun | undefined>
  /** Resolves once no run has events that only this process knows and others could read. */
  shared(): Promise<void>
}

/** The runs of this process. */
export interface OwnRuns extends ResumableRuns {
  start(run: NewRun): HeldRun | undefined
  held(runId: string): HeldRun | undefined
}

export function createResumableRuns({ log }: { log: Log }): OwnRuns {
  // In the order in which they started.
  const runs = new Map<string, HeldRun>()

  /** Makes room by letting go of the oldest runs that have ended. */
  function hasRoomFor(counted: string) {
    const ofCaller = () => [...runs.values()].filter((run) => run.counted === counted)
    const characters = () => [...runs.values()].reduce((sum, run) => sum + run.log.characters(), 0)
    while (ofCaller().length >= MAX_RUNS_PER_CALLER) if (!dropOldest(ofCaller())) return false
    while (runs.size >= MAX_RUNS || characters() > MAX_CHARACTERS) {
      if (!dropOldest([...runs.values()])) return false
    }
    return true
  }

  function dropOldest(candidates: readonly HeldRun[]) {
    const oldest = candidates.find((run) => run.log.hasEnded())
    return oldest !== undefined && runs.delete(oldest.runId)
  }

  function findActive(chatId: string | undefined, caller: string | undefined) {
    if (chatId === undefined) return undefined
    const isActive = ({ facts, log }: HeldRun) =>
      facts.chatId === chatId && facts.caller === caller && !log.hasEnded()
    return [...runs.values()].findLast(isActive)
  }

  async function record(events: AsyncIterable<string>, run: HeldRun) {
    try {
      for await (const event of events) run.log.append(event)
      run.log.end()
    } catch (error) {
      log.error('run-not-recorded', { error })
      run.log.end(error)
    }
    setTimeout(() => runs.delete(run.runId), HELD_MS)
  }

  return {
    start({ address, events, stop, ...facts }) {
      const counted = facts.caller ?? address ?? ''
      if (!hasRoomFor(counted)) return undefined
      void findActive(facts.chatId, facts.caller)?.stop()
      const run = { ...heldRun(facts, stop), counted }
      runs.set(run.runId, run)
      void record(events, run)
      return run
    },

    held: (runId) => runs.get(runId),

    async find(runId, caller) {
      const run = runs.get(runId)
      return run?.facts.caller === caller ? run : undefined
    },

    findActive: async (chatId, caller) => findActive(chatId, caller),

    async shared() {},
  }
}

export interface HeldRun extends ResumableRun {
  log: RunLog
  /** To be called regularly while another process reads it. */
  touch(): void
  /** Whose runs it is counted with. */
  counted: string
}

/** A run that stops once nobody has read it for a while. */
function heldRun(facts: RunFacts, stop: () => void) {
  const log = createRunLog(MAX_CHARACTERS_PER_RUN)
  let readers = 0
  let unread = setTimeout(stop, UNREAD_MS)

  function touch() {
    clearTimeout(unread)
    if (readers === 0) unread = setTimeout(stop, UNREAD_MS)
  }

  return {
    runId: crypto.randomUUID(),
    facts,
    log,
    touch,
    hasMore: (after: number) => !log.hasEnded() || after < log.extent().newest,

    async *read(after: number, signal: AbortSignal) {
      readers += 1
      touch()
      try {
        yield* follow(log, after, signal)
      } finally {
        readers -= 1
        touch()
      }
    },

    async stop() {
      stop()
    },
  }
}
