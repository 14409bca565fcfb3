import { CopyButton } from '../../ui/copy-button.tsx'
import { FormSection } from '../form-section.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { providerOf } from './providers.ts'

/** The values to enter in the form of a hosted chat platform. */
export function HostedDetails({ draft }: { draft: AgentDraft }) {
  const { deploymentUrl, agentId, headers, provider } = draft
  const names = headers.map(({ name }) => name.trim()).filter((name) => name !== '')
  return (
    <FormSection
      title="For a hosted platform"
      lead="Paste these values into its dashboard to use the same agent there."
    >
      <dl class="space-y-3 text-sm">
        <Detail label="Provider" text={providerOf(provider).label} />
        <Detail label="Agent ID" text={agentId.trim()} isCopied />
        <Detail label="Deployment URL" text={deploymentUrl.trim()} isCopied />
        {names.length > 0 && (
          <Detail label="Headers" text={names.join(', ')} note="Only you know their values." />
        )}
      </dl>
    </FormSection>
  )
}

interface DetailProps {
  label: string
  text: string
  note?: string
  isCopied?: boolean
}

function Detail({ label, text, note, isCopied = false }: DetailProps) {
  return (
    <div>
      <dt class="text-[13px] text-muted">{label}</dt>
      <dd class="flex min-h-9 flex-wrap items-center gap-x-2">
        <span class="min-w-0 flex-1 basis-48 wrap-anywhere">
          {text || <span class="text-muted">–</span>}
        </span>
        {isCopied && text && (
          <CopyButton
            label={`Copy the ${label}`}
            text={() => text}
            kind="ghost"
            class="-mr-3.5 text-[13px]"
          />
        )}
      </dd>
      {note && <dd class="text-[13px] text-muted">{note}</dd>}
    </div>
  )
}
