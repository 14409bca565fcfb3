import { ChevronRight } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import type { Group } from '../../../client/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCount } from '../../product/format.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Listing } from '../listing.ts'
import { platform } from '../platform-client.ts'
import { GroupMembers } from './group-members.tsx'
import { memberImport } from './member-import.ts'

const PER_PAGE = 20

/** The list of groups. Each opens to show its members. */
export function GroupsSection() {
  const [page, setPage] = useState(1)
  const { data, error, isLoading, reload } = useQuery(`groups ${page}`, (signal) =>
    platform.value.request<Listing<Group>>('/v3/groups', {
      query: { page, perPage: PER_PAGE },
      signal,
    }),
  )
  const hasEnded = memberImport.value.step === 'ended'
  useEffect(() => {
    if (hasEnded) reload()
  }, [hasEnded])

  const total = data?.meta.pagination.total ?? 0
  return (
    <section aria-labelledby="groups-heading" aria-busy={isLoading} class="mt-10">
      <h2 id="groups-heading" class="mb-3 font-semibold tracking-tight">
        Groups{' '}
        {total > 0 && (
          <span class="ml-1 font-normal text-muted tabular-nums">{formatCount(total)}</span>
        )}
      </h2>
      {error !== undefined && (
        <div class="mb-3">
          <ErrorNotice error={error} onRetry={reload} />
        </div>
      )}
      {data ? <Groups groups={data.data} /> : error === undefined && <GroupsSkeleton />}
      <div class="mt-3">
        <Pager
          label="Pages of groups"
          page={page}
          perPage={PER_PAGE}
          total={total}
          onPage={setPage}
        />
      </div>
    </section>
  )
}

function Groups({ groups }: { groups: readonly Group[] }) {
  const [open, setOpen] = useState<string>()
  if (groups.length === 0) {
    return (
      <EmptyState title="No groups yet">Importing members above creates their groups.</EmptyState>
    )
  }
  return (
    <Card class="overflow-hidden">
      <ul aria-label="Groups" class="divide-y divide-line">
        {groups.map((group) => (
          <GroupItem
            key={group.guid}
            group={group}
            isOpen={open === group.guid}
            onToggle={() => setOpen(open === group.guid ? undefined : group.guid)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface GroupItemProps {
  group: Group
  isOpen: boolean
  onToggle: () => void
}

function GroupItem({ group, isOpen, onToggle }: GroupItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        class="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <Icon
          node={ChevronRight}
          class={cx('size-4 text-muted motion-safe:transition-transform', isOpen && 'rotate-90')}
        />
        <span class="min-w-0 flex-1">
          <span class="block font-medium wrap-anywhere">{group.name}</span>
          <span class="block font-mono text-xs text-muted wrap-anywhere">{group.guid}</span>
        </span>
        <span class="text-[13px] text-muted first-letter:uppercase">{group.type}</span>
      </button>
      {isOpen && <GroupMembers group={group} />}
    </li>
  )
}

function GroupsSkeleton() {
  return (
    <Card class="divide-y divide-line">
      {[1, 2, 3].map((row) => (
        <div key={row} class="flex h-[68px] items-center gap-3 px-4">
          <Skeleton class="h-4 w-40" />
        </div>
      ))}
    </Card>
  )
}
