import { eq } from 'drizzle-orm'
import { DAY_MS } from '../core/durations.ts'
import { unseal } from '../core/sealed.ts'
import { isOneOf } from '../storage/statements.ts'
import { type deliveries, watches, watchTargets } from '../storage/watch-schema.ts'
import { WatchMessage } from './message.ts'
import { deleteOld, leaseDue, settle } from './queue.ts'
import { attempt, type SendOutcome } from './send.ts'
import { Target } from './target.ts'
import type { WatchDeps } from './watch-deps.ts'

/** How long the previous secret signs too. */
const ROTATION_MS = DAY_MS

type Delivery = typeof deliveries.$inferSelect
type Receiver = Awaited<ReturnType<typeof readReceivers>>[number]

/** Sends messages until none is due, or for a number of rounds. Several processes share the work. */
export function createDeliver(deps: WatchDeps) {
  const { database, log } = deps
  return async (rounds = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const due = await leaseDue(database)
      if (due.length === 0) return
      const receivers = await readReceivers(due, deps)
      const settled = await Promise.all(
        due.map(async (delivery) => {
          const receiver = receivers.find(({ target }) => target.id === delivery.target)
          const outcome = await send(delivery, receiver, deps)
          const { id, watch, attempts } = delivery
          log.info('delivery', { delivery: id, watch, attempt: attempts, isDone: outcome.isDone })
          return settle(database, delivery, outcome)
        }),
      )
      await database.batch([deleteOld(database), ...settled.flat()])
    }
  }
}

function readReceivers(due: readonly Delivery[], { database }: WatchDeps) {
  const targets = due.map(({ target }) => target)
  return database
    .select({ target: watchTargets, watch: watches })
    .from(watchTargets)
    .innerJoin(watches, eq(watches.id, watchTargets.watch))
    .where(isOneOf(watchTargets.id, targets))
}

async function send(
  { id, message }: Delivery,
  receiver: Receiver | undefined,
  deps: WatchDeps,
): Promise<SendOutcome> {
  if (!receiver) return { isDone: false, text: 'The target has been removed.', isGone: true }
  const { target, watch } = receiver
  try {
    const address = await unseal(target.address, ['watch-target', watch.id], deps.dataKey)
    const secrets = await signingSecrets(watch, deps)
    const sent = { id, message: WatchMessage.parse(message), secrets }
    return await attempt(Target.parse(JSON.parse(address)), sent, deps)
  } catch (error) {
    deps.log.error('delivery-not-possible', { delivery: id, error })
    return { isDone: false, text: 'The target was stored with another DATA_KEY.' }
  }
}

function signingSecrets({ id, ...watch }: Receiver['watch'], { dataKey, now }: WatchDeps) {
  const { secret, secretBefore, rotatedAtMs } = watch
  const isRecent = (rotatedAtMs ?? 0) > now().getTime() - ROTATION_MS
  const sealed = isRecent && secretBefore ? [secret, secretBefore] : [secret]
  return Promise.all(sealed.map((one) => unseal(one, ['watch-secret', id], dataKey)))
}
