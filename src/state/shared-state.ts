import type * as z from 'zod'
import type { PartStatus } from '../core/status.ts'

/**
 * State that the processes of one service share. No process depends on it: every wait for it is short,
 * and while it is away each goes on with what it has in its own memory.
 *
 * Keys and channels are names of ours, such as `calls:<caller>`. Every key must be given a lifetime.
 * A script may only use the keys it is given, which in a cluster must share a `{hash tag}`.
 */
export interface SharedState {
  /**
   * Runs a script in one atomic step. The reply is undefined if there is none: at once while the state
   * is away, and otherwise after 200 ms. One that comes later is for `onLate`.
   */
  run<Reply>(
    script: Script<Reply>,
    keys: readonly string[],
    args: Args,
    onLate?: (reply: Reply) => void,
  ): Promise<Reply | undefined>
  /** Sends a message to all processes, including this one. It is lost while the state is away. */
  publish(channel: string, message: string): void
  /** Calls the listener until the returned function is called. */
  subscribe(channel: string, listener: Listener): () => void
  status(): PartStatus
}

/**
 * Gets every message of a channel. Without one if messages may have been missed: after subscribing,
 * and each time that the connection is back.
 */
export type Listener = (message?: string) => void

export type Args = readonly (string | number)[]

export interface Script<Reply> {
  lua: string
  reply: z.ZodType<Reply>
}
