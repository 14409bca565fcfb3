import type { Context } from 'hono'
import type { KeptTurn, Message, TurnIds } from '../core/run.ts'
import { callerOf } from '../http/caller.ts'
import type { Env } from '../http/env.ts'
import type { KeptTurns } from '../runs/kept-turns.ts'

const NO_TURNS: ReadonlyMap<string, KeptTurn> = new Map()

/** The caller's turns with these ids. There are none without a database. */
export async function findTurns(
  c: Context<Env>,
  turns: KeptTurns | undefined,
  ids: TurnIds,
): Promise<ReadonlyMap<string, KeptTurn>> {
  return (await turns?.find(ids, callerOf(c))) ?? NO_TURNS
}

interface TurnToKeep {
  turnId: string
  before: readonly Message[]
}

/** A turn that is kept once it is answered. Without turns it never is. */
export function keptTurn(c: Context<Env>, turns: KeptTurns | undefined, turn: TurnToKeep) {
  const owner = callerOf(c)
  let isKept = turns !== undefined
  return {
    /** Whether it is kept, or before its end, whether it is meant to be. */
    isKept: () => isKept,
    async keep(answer: Message) {
      isKept = (await turns?.keep({ ...turn, owner, answer })) ?? false
    },
  }
}
