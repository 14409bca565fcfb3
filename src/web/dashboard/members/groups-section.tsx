import { ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Group, GroupMember } from '../../../client/client.ts'
import { type QueryResult, useQuery } from '../../api/use-query.ts'
import { formatCount, formatDay, pluralize } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { INPUT } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { type Listing, listing, MAX_LISTED } from '../listing.ts'
import { Loaded } from '../loaded.tsx'
import { memberImport } from './member-import.ts'

/** The groups, each of which opens to show its members, with a search in both. */
export function GroupsSection() {
  const query = useQuery('groups', (signal) => listing<Group>('/v3/groups', signal))
  const hasEnded = memberImport.value.step === 'ended'
  useEffect(() => {
    if (hasEnded) query.reload()
  }, [hasEnded])

  return (
    <section aria-labelledby="groups-heading" class="mt-10">
      <h2 id="groups-heading" class="mb-2 text-lg font-semibold">
        Groups
      </h2>
      <Searched
        query={query}
        noun="group"
        label="Search groups"
        textOf={({ name, guid }) => `${name} ${guid}`}
        empty={
          <EmptyState title="No groups yet">
            Importing members above creates their groups.
          </EmptyState>
        }
      >
        {(groups) => (
          <Card class="overflow-hidden">
            <ul aria-label="Groups" class="divide-y divide-line">
              {groups.map((group) => (
                <GroupItem key={group.guid} group={group} />
              ))}
            </ul>
          </Card>
        )}
      </Searched>
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
  const path = `/v3/groups/${encodeURIComponent(group.guid)}/members`
  const query = useQuery(path, (signal) => listing<GroupMember>(path, signal))
  return (
    <div class="border-t border-line bg-canvas px-4 py-3 sm:pl-11">
      <Searched
        query={query}
        noun="member"
        label={`Search members of ${group.name}`}
        textOf={({ name, uid }) => `${name} ${uid}`}
        empty={<p class="text-sm text-muted">This group has no members.</p>}
      >
        {(members) => <MemberTable group={group} members={members} />}
      </Searched>
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

interface SearchedProps<Item> {
  query: QueryResult<Listing<Item>>
  noun: string
  /** Of the search. */
  label: string
  textOf: (item: Item) => string
  /** Instead of a list without items. */
  empty: ComponentChildren
  children: (found: readonly Item[]) => ComponentChildren
}

/** The number of items, a search, and what it finds. */
function Searched<Item>(props: SearchedProps<Item>) {
  const { query, noun, label, textOf, empty, children } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  return (
    <Loaded query={query}>
      {({ data, meta }) => {
        const { total } = meta.pagination
        if (total === 0) return empty
        const found = data.filter((item) => textOf(item).toLowerCase().includes(wanted))
        return (
          <div class="space-y-3">
            <div class="flex flex-wrap items-center justify-between gap-3">
              <p class="text-sm text-muted">
                {pluralize(total, noun)}
                {total > MAX_LISTED && `, of which these are the first ${formatCount(MAX_LISTED)}`}
              </p>
              <input
                type="search"
                aria-label={label}
                placeholder="Search"
                value={search}
                onInput={({ currentTarget }) => setSearch(currentTarget.value)}
                class={cx(INPUT, 'sm:w-56')}
              />
            </div>
            {found.length > 0 ? (
              children(found)
            ) : (
              <EmptyState title={`No ${noun} matches “${search}”`} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
