import { ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Group, GroupMember } from '../../../client/client.ts'
import { type QueryResult, useQuery } from '../../api/use-query.ts'
import { formatCount, formatDay, pluralize } from '../../product/format.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { INPUT } from '../../ui/field.tsx'
import { Badge, EmptyState } from '../../ui/notice.tsx'
import { Page, PageSection } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Loaded } from '../loaded.tsx'
import { type Listing, listing, pathOf } from '../platform.ts'
import { ImportSection } from './import-section.tsx'
import { memberImport } from './member-import.ts'

const GROUPS = '/v3/groups'
/** 2 before 10. */
const ORDER = new Intl.Collator('en', { numeric: true })
/** As many more at a time. */
const STEP = 50

/** The members of groups, and the import of more. */
export function MembersPage() {
  return (
    <Page title="Members" lead="See who is in each group, and import members from a file.">
      <ImportSection />
      <GroupsSection />
    </Page>
  )
}

/** The groups, each of which opens to show its members, with a search in both. */
function GroupsSection() {
  const query = useQuery('groups', (signal) => listing<Group>(GROUPS, signal))
  const state = memberImport.value
  const hasEnded = state.step === 'sending' && state.sending.phase === 'ended'
  useEffect(() => {
    if (hasEnded) query.reload()
  }, [hasEnded])

  return (
    <PageSection title="Groups" class="mt-10">
      <Searched
        query={query}
        noun="group"
        label="Search groups"
        textOf={({ name, guid }) => `${name} ${guid}`}
        empty={<EmptyState title="No groups yet">Import a file to create some.</EmptyState>}
      >
        {(groups) => (
          <ul aria-label="Groups" class="card divide-y divide-line overflow-hidden">
            {groups.map((group) => (
              <GroupItem key={group.guid} group={group} />
            ))}
          </ul>
        )}
      </Searched>
    </PageSection>
  )
}

function GroupItem({ group }: { group: Group }) {
  const { guid, name, type, membersCount } = group
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        class="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-sunken"
      >
        <Icon node={ChevronRight} class={cx('size-4 text-muted', isOpen && 'rotate-90')} />
        <span class="min-w-0 flex-1">
          <span class="block font-medium wrap-anywhere">{name}</span>
          <span class="block font-mono text-sm text-muted wrap-anywhere">{guid}</span>
        </span>
        <span class="text-right text-sm text-muted tabular-nums">
          {membersCount !== undefined && (
            <span class="block text-ink">{pluralize(membersCount, 'member')}</span>
          )}
          <span class="capitalize">{type}</span>
        </span>
      </button>
      {isOpen && <GroupMembers group={group} />}
    </li>
  )
}

function GroupMembers({ group: { guid, name } }: { group: Group }) {
  const path = `${pathOf(GROUPS, guid)}/members`
  const query = useQuery(path, (signal) => listing<GroupMember>(path, signal))
  return (
    <div class="border-t border-line bg-canvas px-4 py-3 sm:pl-11">
      <Searched
        query={query}
        noun="member"
        label={`Search members of ${name}`}
        textOf={(member) => `${member.name} ${member.uid}`}
        empty={<p class="text-sm text-muted">This group has no members.</p>}
      >
        {(members) => (
          <Table
            label={`Members of ${name}`}
            columns={COLUMNS}
            rows={members}
            keyOf={({ uid }) => uid}
          />
        )}
      </Searched>
    </div>
  )
}

const COLUMNS: readonly Column<GroupMember>[] = [
  { name: 'Name', class: 'max-w-64 wrap-anywhere', cell: ({ name }) => name },
  { name: 'User ID', class: 'max-w-48 font-mono wrap-anywhere', cell: ({ uid }) => uid },
  {
    name: 'Scope',
    cell: ({ scope, isBanned }) => (
      <>
        <span class="capitalize">{scope}</span> {isBanned && <Badge tone="bad">Banned</Badge>}
      </>
    ),
  },
  {
    name: 'Joined',
    class: 'text-right whitespace-nowrap tabular-nums',
    cell: ({ joinedAt }) => (joinedAt === undefined ? '–' : formatDay(new Date(joinedAt * 1000))),
  },
]

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

/** The number of items, a search, and what it finds, in steps. */
function Searched<Item>(props: SearchedProps<Item>) {
  const { query, noun, label, textOf, empty, children } = props
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(STEP)
  const wanted = search.trim().toLowerCase()
  return (
    <Loaded query={query}>
      {({ data, meta }) => {
        const { total } = meta.pagination
        if (total === 0) return empty
        const found = data
          .filter((item) => textOf(item).toLowerCase().includes(wanted))
          .sort((one, other) => ORDER.compare(textOf(one), textOf(other)))
        const left = found.length - shown
        return (
          <div class="space-y-3">
            <div class="flex flex-wrap items-center justify-between gap-3">
              <p class="text-sm text-muted">
                {wanted && `${formatCount(found.length)} of `}
                {pluralize(total, noun)}
                {total > data.length && ` (the first ${formatCount(data.length)} are listed)`}
              </p>
              <input
                type="search"
                aria-label={label}
                placeholder="Search"
                value={search}
                onInput={({ currentTarget }) => {
                  setSearch(currentTarget.value)
                  setShown(STEP)
                }}
                class={cx(INPUT, 'sm:w-56')}
              />
            </div>
            {found.length > 0 ? (
              children(found.slice(0, shown))
            ) : (
              <EmptyState title={`No ${noun} matches “${search}”`} />
            )}
            {left > 0 && (
              <Button class="w-full" onClick={() => setShown(shown + STEP)}>
                Show {formatCount(Math.min(left, STEP))} more of {formatCount(found.length)}
              </Button>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
