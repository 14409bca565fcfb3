import { useState } from 'preact/hooks'
import type { Group, GroupMember } from '../../../client/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatDay } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Listing } from '../listing.ts'
import { platform } from '../platform-client.ts'

const PER_PAGE = 20

/** The members of a group, page by page. */
export function GroupMembers({ group }: { group: Group }) {
  const [page, setPage] = useState(1)
  const path = `/v3/groups/${encodeURIComponent(group.guid)}/members`
  const { data, error, reload } = useQuery(`${path} ${page}`, (signal) =>
    platform.value.request<Listing<GroupMember>>(path, {
      query: { page, perPage: PER_PAGE },
      signal,
    }),
  )

  return (
    <div class="border-t border-line bg-canvas px-4 py-3 sm:pl-11">
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && error === undefined && <Skeleton class="h-10 w-full" />}
      {data?.data.length === 0 && <p class="text-sm text-muted">This group has no members.</p>}
      {data && data.data.length > 0 && <MemberTable group={group} members={data.data} />}
      {data && (
        <div class="mt-2">
          <Pager
            label={`Pages of members of ${group.name}`}
            page={page}
            perPage={PER_PAGE}
            total={data.meta.pagination.total}
            onPage={setPage}
          />
        </div>
      )}
    </div>
  )
}

interface MemberTableProps {
  group: Group
  members: readonly GroupMember[]
}

function MemberTable({ group, members }: MemberTableProps) {
  const label = `Members of ${group.name}`
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      class="overflow-x-auto rounded-sm"
    >
      <table aria-label={label} class="w-full text-left text-sm">
        <thead class="text-[13px] text-muted">
          <tr>
            <th scope="col" class="py-1.5 pr-4 font-medium">
              Name
            </th>
            <th scope="col" class="py-1.5 pr-4 font-medium">
              User ID
            </th>
            <th scope="col" class="py-1.5 pr-4 font-medium">
              Scope
            </th>
            <th scope="col" class="py-1.5 text-right font-medium">
              Joined
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ uid, name, scope, isBanned, joinedAt }) => (
            <tr key={uid} class="border-t border-line">
              <td class="max-w-64 py-2 pr-4 wrap-anywhere">{name}</td>
              <td class="max-w-48 py-2 pr-4 font-mono text-[13px] text-muted wrap-anywhere">
                {uid}
              </td>
              <td class="py-2 pr-4 first-letter:uppercase">
                {scope}
                {isBanned && (
                  <span class="ml-2">
                    <Badge tone="bad">Banned</Badge>
                  </span>
                )}
              </td>
              <td class="py-2 text-right whitespace-nowrap text-muted tabular-nums">
                {joinedAt === undefined ? '–' : formatDay(new Date(joinedAt * 1000))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
