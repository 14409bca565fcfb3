import { CopyButton } from '../ui/copy-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

const URLS = [
  { path: '/stream', name: 'Deployment URL', detail: 'One JSON object per line' },
  { path: '/agent', name: 'AG-UI URL', detail: 'For platforms that speak AG-UI' },
]

/** The URLs to register with a chat platform, so that its users can talk to this agent. */
export function AgentUrls() {
  return (
    <Disclosure summary="Use this agent in your chat platform">
      <dl class="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {URLS.map(({ path, name, detail }) => (
          <div key={path} class="flex flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2.5">
            <dt class="w-full sm:w-48">
              <span class="block font-medium">{name}</span>
              <span class="block text-sm text-muted">{detail}</span>
            </dt>
            <dd class="flex min-w-0 flex-1 items-center justify-between gap-2">
              <code class="min-w-0 font-mono text-sm wrap-anywhere">{location.origin + path}</code>
              <CopyButton label={`Copy the ${name}`} text={() => location.origin + path} />
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
