import type { PartStatus } from '../core/status.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** Messages between the processes of one service. They are lost while what they share is away. */
export interface SharedMessages {
  /** Sends a message to all processes, including this one. */
  publish(channel: string, message: string): void
  subscribe(channel: string, listener: (message: string) => void): void
}

/**
 * What the processes of one service share. No process depends on it: every wait for it is short, and
 * while it is away each goes on with what it has in its own memory.
 */
export interface SharedState extends SharedMessages {
  /**
   * Counts one more for each key, until its period ends. The counts of all processes together, in the
   * order of the keys, or undefined if they cannot be known.
   */
  count(keys: readonly string[], periodMs: number): Promise<readonly Counted[] | undefined>
  /**
   * Holds a place for each id, for a while: to be called again before it ends. False if there were `max`
   * places already, undefined if that cannot be known.
   */
  hold(key: string, ids: readonly string[], options: HoldOptions): Promise<boolean | undefined>
  /** Frees a place. */
  release(key: string, id: string): void
  /** The answers of one account of an upstream, which the name stands for. */
  answers(upstream: string): SharedAnswers
  status(): PartStatus
}

export interface Counted {
  taken: number
  /** The time until the period ends. */
  leftMs: number
}

interface HoldOptions {
  max: number
  forMs: number
}
