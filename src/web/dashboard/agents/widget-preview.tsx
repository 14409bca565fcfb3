import { ArrowUp } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import type { Values } from '../form/field-spec.ts'
import { AgentIcon } from './agent-icon.tsx'

/** How the chat widget begins with this agent, as it is typed. A picture: nothing in it works. */
export function WidgetPreview({ values }: { values: Values }) {
  const text = (path: string) => `${values[path]}`.trim()
  const name = text('name') || 'Your agent'
  const greeting = text('metaData.greetingMessage') || `Chat with ${name}`
  const suggestions = text('metaData.suggestedMessages')
    .split(/\s*\n\s*/)
    .filter(Boolean)
  return (
    <section
      aria-label="Widget preview"
      class="overflow-hidden rounded-xl bg-surface shadow-card ring-1 ring-line"
    >
      <div class="flex items-center gap-2.5 border-b border-line px-4 py-2.5">
        <AgentIcon name={name} icon={text('icon') || undefined} />
        <p class="min-w-0 truncate text-sm font-semibold">{name}</p>
      </div>
      <div class="flex min-h-56 flex-col items-center justify-end gap-2 p-4 text-center">
        <p class="font-semibold wrap-anywhere">{greeting}</p>
        <p class="text-sm text-muted wrap-anywhere">{text('metaData.introductoryMessage')}</p>
        <ul class="mt-2 flex flex-wrap justify-center gap-1.5">
          {suggestions.slice(0, 4).map((line) => (
            <li key={line} class="rounded-full bg-sunken px-3 py-1 text-sm wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div
        aria-hidden="true"
        class="flex items-center justify-between border-t border-line p-3 text-sm text-muted"
      >
        Message {name}
        <span class="rounded-full bg-accent p-1.5 text-on-accent">
          <Icon node={ArrowUp} />
        </span>
      </div>
    </section>
  )
}
