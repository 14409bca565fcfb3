import { createDeliver } from './deliver.ts'
import { createDue } from './due.ts'
import { createFileWatches } from './file-watches.ts'
import { createOwnDeliveries } from './own-deliveries.ts'
import { createOwnWatches } from './own-watches.ts'
import { createStoring } from './storing.ts'
import { createTurn } from './turn.ts'
import type { WatchDeps } from './watch-deps.ts'

export type Watches = ReturnType<typeof createWatches>

/** Watches in the database: a turn stores messages, deliveries send them, owners see both. */
export function createWatches(deps: WatchDeps) {
  const turn = createTurn(deps)
  const storing = createStoring(deps, turn)
  const deliver = createDeliver(deps)
  return {
    ...createOwnWatches(deps, turn, storing),
    ...createOwnDeliveries(deps, deliver),

    /** Evaluates the newest counts of votes. */
    evaluate: () => turn.evaluate(),
    /** Makes the digests and summaries that are due. Called every minute. */
    makeDue: createDue(deps),
    deliver,
    replaceFile: createFileWatches(deps, turn, storing),
  }
}
