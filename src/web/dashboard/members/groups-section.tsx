import { ChevronRight } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import type { Group, GroupMember } from '../../../client/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCount, formatDay, pluralize } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { INPUT } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import type { Listing } from '../listing.ts'
import { platform } from '../platform-client.ts'
import { memberImport } from './member-import.ts'

/** More than this can be found by their guid only: the platform lists by guid. */
const PER_PAGE = 1000

/** The groups, each of which opens to show its members, and a search in them. */
export function GroupsSection() {
  const [search, setSearch] = useState('')
  const { data, error, reload } = useQuery('groups', (signal) =>
    platform.value.request<Listing<Group>>('/v3/groups', { query: { perPage: PER_PAGE }, signal }),
  )
  const hasEnded = memberImport.value.step === 'ended'
  useEffect(() => {
    if (hasEnded) reload()
  }, [hasEnded])

  const groups = (data?.data ?? []).filter(({ name, guid }) => matches(search, name, guid))
  const total = data?.meta.pagination.total ?? 0
  return (
    <section aria-labelledby="groups-heading" class="mt-10 space-y-3">
      <div class="flex flex-wrap items-center justify-between gap-3">
        <h2 id="groups-heading" class="text-lg font-semibold">
          Groups <span class="font-normal text-muted tabular-nums">{formatCount(total)}</span>
        </h2>
        {total > 0 && <SearchBox label="Search groups" value={search} onInput={setSearch} />}
      </div>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && error === undefined && <Skeleton class="h-48 w-full rounded-lg" />}
      {data && total === 0 && (
        <EmptyState title="No groups yet">Importing members above creates their groups.</EmptyState>
      )}
      {total > 0 && groups.length === 0 && <EmptyState title={`No group matches “${search}”`} />}
      {groups.length > 0 && (
        <Card class="overflow-hidden">
          <ul aria-label="Groups" class="divide-y divide-line">
            {groups.map((group) => (
              <GroupItem key={group.guid} group={group} />
            ))}
          </ul>
        </Card>
      )}
      {total > PER_PAGE && (
        <p class="text-sm text-muted">These are the first {formatCount(PER_PAGE)} groups.</p>
      )}
    </section>
  )
}

function GroupItem({ group }: { group: Group }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        class="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <Icon
          node={ChevronRight}
          class={cx('size-4 text-muted motion-safe:transition-transform', isOpen && 'rotate-90')}
        />
        <span class="min-w-0 flex-1">
          <span class="block font-medium wrap-anywhere">{group.name}</span>
          <span class="block font-mono text-sm text-muted wrap-anywhere">{group.guid}</span>
        </span>
        <span class="text-sm text-muted first-letter:uppercase">{group.type}</span>
      </button>
      {isOpen && <GroupMembers group={group} />}
    </li>
  )
}

function GroupMembers({ group }: { group: Group }) {
  const [search, setSearch] = useState('')
  const path = `/v3/groups/${encodeURIComponent(group.guid)}/members`
  const { data, error, reload } = useQuery(path, (signal) =>
    platform.value.request<Listing<GroupMember>>(path, { query: { perPage: PER_PAGE }, signal }),
  )
  const members = (data?.data ?? []).filter(({ name, uid }) => matches(search, `${name}`, uid))
  const total = data?.meta.pagination.total ?? 0
  return (
    <div class="space-y-3 border-t border-line bg-canvas px-4 py-3 sm:pl-11">
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && error === undefined && <Skeleton class="h-10 w-full" />}
      {data && total === 0 && <p class="text-sm text-muted">This group has no members.</p>}
      {total > 0 && (
        <>
          <div class="flex flex-wrap items-center justify-between gap-3">
            <p class="text-sm text-muted">
              {pluralize(total, 'member')}
              {total > PER_PAGE && `, of which these are the first ${formatCount(PER_PAGE)}`}
            </p>
            <SearchBox
              label={`Search members of ${group.name}`}
              value={search}
              onInput={setSearch}
            />
          </div>
          <MemberTable group={group} members={members} />
        </>
      )}
    </div>
  )
}

interface MemberTableProps {
  group: Group
  members: readonly GroupMember[]
}

function MemberTable({ group, members }: MemberTableProps) {
  return (
    <Table
      label={`Members of ${group.name}`}
      head={
        <>
          <HeadCell>Name</HeadCell>
          <HeadCell>User ID</HeadCell>
          <HeadCell>Scope</HeadCell>
          <HeadCell class="text-right">Joined</HeadCell>
        </>
      }
    >
      {members.map(({ uid, name, scope, isBanned, joinedAt }) => (
        <tr key={uid}>
          <Cell class="max-w-64 wrap-anywhere">{name}</Cell>
          <Cell class="max-w-48 font-mono text-muted wrap-anywhere">{uid}</Cell>
          <Cell>
            <span class="capitalize">{scope}</span> {isBanned && <Badge tone="bad">Banned</Badge>}
          </Cell>
          <Cell class="text-right whitespace-nowrap text-muted tabular-nums">
            {joinedAt === undefined ? '–' : formatDay(new Date(joinedAt * 1000))}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

interface SearchBoxProps {
  label: string
  value: string
  onInput: (value: string) => void
}

function SearchBox({ label, value, onInput }: SearchBoxProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Search"
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      class={cx(INPUT, 'sm:w-56')}
    />
  )
}

function matches(search: string, ...texts: readonly string[]) {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
