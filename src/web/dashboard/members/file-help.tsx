import type { ComponentChildren } from 'preact'
import { Disclosure } from '../../ui/disclosure.tsx'

/** Explains the format of the file. */
export function FileHelp() {
  return (
    <Disclosure summary="What goes in the file" class="mt-4">
      <div class="space-y-3 text-muted">
        <p>
          CSV needs a header row with at least <Code>guid</Code> and <Code>uid</Code>. Optional
          columns are <Code>memberId</Code>, <Code>scope</Code>, <Code>isBanned</Code>,{' '}
          <Code>joinedAt</Code>, and fields of the group and the user, such as{' '}
          <Code>groupDetails.name</Code> with <Code>groupDetails.type</Code> (public, password or
          private) and <Code>userDetails.name</Code>.
        </p>
        <section
          aria-label="Example"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          class="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5 whitespace-pre text-ink"
        >
          {EXAMPLE}
        </section>
        <p>
          JSON is <Code>{'{"members": {…}}'}</Code> or a list of records; NDJSON has one record per
          line. Groups and users that do not exist are created from their details.
        </p>
      </div>
    </Disclosure>
  )
}

const EXAMPLE = `guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name
harbor,ann,admin,Harbor,public,Ann
harbor,bob,participant,Harbor,public,Bob`

function Code({ children }: { children: ComponentChildren }) {
  return <code class="font-mono text-[0.9em] text-ink wrap-anywhere">{children}</code>
}
