import { CopyButton } from '../../ui/copy-button.tsx'
import { FormSection } from '../form-section.tsx'

/** Where the user's token goes. */
const TOKEN_PLACE = 'AUTH_TOKEN'

/** What to paste into a page of one's own, to have a chat with this agent there. */
export function WidgetSnippet({ uid }: { uid: string }) {
  const snippet = snippetOf(uid)
  return (
    <FormSection
      title="For a page of your own"
      lead="A chat with this agent in the corner of any page."
    >
      <div class="space-y-3 text-sm">
        <section
          aria-label="Snippet of the chat widget"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
          tabIndex={0}
          class="overflow-x-auto rounded-md bg-sunken p-3"
        >
          <pre class="font-mono text-xs leading-5">{snippet}</pre>
        </section>
        <p class="text-[13px] leading-5 text-muted">
          <code class="font-mono text-xs text-ink">{TOKEN_PLACE}</code> stands for the auth token of
          the user who looks at the page. Your server makes one whenever somebody signs in, with{' '}
          <code class="font-mono text-xs text-ink wrap-anywhere">
            POST /v3/users/{'{uid}'}/auth_tokens
          </code>
          . Never put an API key there.
        </p>
        <CopyButton label="Copy the snippet" text={() => snippet} />
      </div>
    </FormSection>
  )
}

/** A uid consists of letters, digits, - and _: none of it has to be escaped. */
function snippetOf(uid: string): string {
  return [
    '<script',
    `  src="${location.origin}/assets/widget.js"`,
    `  data-agent="${uid}"`,
    `  data-token="${TOKEN_PLACE}"`,
    '></script>',
  ].join('\n')
}
