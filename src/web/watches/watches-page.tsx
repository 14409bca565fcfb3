import { request, send } from '../api/request.ts'
import type { Watch } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { LoadedPage } from '../dashboard/loaded.tsx'
import { formatInstant, pluralize } from '../product/format.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Badge, EmptyState, Notice, showToast } from '../ui/notice.tsx'
import { WatchMessages } from './watch-messages.tsx'

const PATH = '/api/watches'

/** The reader's watches, and what became of each. */
export function WatchesPage() {
  return (
    <AccessGate>
      <WatchList />
    </AccessGate>
  )
}

function WatchList() {
  const query = useQuery(PATH, (signal) => request<{ watches: Watch[] }>(PATH, { signal }))
  return (
    <LoadedPage
      title="Watches"
      lead="What you asked to be told of launches, what was sent, and what failed."
      query={query}
    >
      {({ watches }) =>
        watches.length === 0 ? (
          <EmptyState title="You watch nothing yet">
            Choose “Tell me” on the page of a product, on the board of a topic, or in a search.
          </EmptyState>
        ) : (
          <ul aria-label="Watches" class="space-y-3">
            {watches.map((watch) => (
              <li key={watch.id} class="card space-y-3 p-4">
                <WatchCard watch={watch} onChange={query.reload} />
              </li>
            ))}
          </ul>
        )
      }
    </LoadedPage>
  )
}

function WatchCard({ watch, onChange }: { watch: Watch; onChange: () => void }) {
  const { id, name, to, isOfFile, delivered, failed, lastToldAt, nextAt } = watch
  const facts = [
    ...to.map(({ kind, host }) => (kind === host ? kind : `${kind}: ${host}`)),
    `${pluralize(delivered, 'message')} sent`,
    failed > 0 && `${failed} failed`,
    lastToldAt && `last ${formatInstant(lastToldAt)}`,
    nextAt && `next ${formatInstant(nextAt)}`,
  ]

  async function remove() {
    await send(`${PATH}/${id}`, { method: 'DELETE' })
    showToast('The watch was deleted.')
    onChange()
  }

  return (
    <>
      <div class="flex flex-wrap items-center gap-2">
        <h2 class="font-semibold wrap-anywhere">{name}</h2>
        {isOfFile && <Badge tone="info">In WATCHES_FILE</Badge>}
      </div>
      <p class="text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      {to.map(
        ({ host, disabled }) =>
          disabled && (
            <Notice key={host} tone="warn">
              Switched off, {host}: {disabled} A retry of a message switches it on again.
            </Notice>
          ),
      )}
      <WatchMessages id={id} onSent={onChange}>
        {!isOfFile && (
          <ConfirmButton label="Delete" title={`Delete “${name}”?`} onConfirm={remove}>
            Its messages are deleted, and its private feed ends.
          </ConfirmButton>
        )}
      </WatchMessages>
    </>
  )
}
