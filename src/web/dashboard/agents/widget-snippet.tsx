import { CopyButton } from '../../ui/copy-button.tsx'
import { Scrollable } from '../../ui/scrollable.tsx'
import { FormSection } from '../form/form-section.tsx'

const TOKEN_PLACEHOLDER = 'AUTH_TOKEN'

/** The HTML that adds a chat with this agent to any page. */
export function WidgetSnippet({ uid }: { uid: string }) {
  // A uid contains only letters, digits, - and _, so it needs no escaping.
  const snippet = [
    '<script',
    `  src="${location.origin}/assets/widget.js"`,
    `  data-agent="${uid}"`,
    `  data-token="${TOKEN_PLACEHOLDER}"`,
    '></script>',
  ].join('\n')
  return (
    <FormSection
      title="For a page of your own"
      lead="Adds a chat with this agent to the corner of any page."
      action={<CopyButton label="Copy the snippet" text={() => snippet} />}
    >
      <Scrollable label="Snippet of the chat widget">{snippet}</Scrollable>
      <p class="text-sm text-muted">
        <code class="font-mono text-ink">{TOKEN_PLACEHOLDER}</code> stands for the visitor’s auth
        token. Your server creates one whenever a user signs in, with{' '}
        <code class="font-mono text-ink wrap-anywhere">POST /v3/users/{'{uid}'}/auth_tokens</code>.
        Never use an API key here.
      </p>
    </FormSection>
  )
}
