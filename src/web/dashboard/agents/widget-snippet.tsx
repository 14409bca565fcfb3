import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Scrollable } from '../../ui/scrollable.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormSection } from '../form/form-section.tsx'
import { type LiveWidget, openLiveWidget, visitorToken } from '../live-widget.ts'

const TOKEN = 'AUTH_TOKEN'
const WAYS = [
  { value: 'page', name: 'Try now' },
  { value: 'server', name: 'Your server' },
  { value: 'script', name: 'From a script' },
] as const

type Way = (typeof WAYS)[number]['value']

/** The real widget beside the form, and how it comes to a page of one's own. */
export function WidgetSnippet({ uid }: { uid: string }) {
  const [way, setWay] = useState<Way>('page')
  const [token, setToken] = useState(TOKEN)
  const [widget, setWidget] = useState<LiveWidget>()
  useEffect(() => () => widget?.destroy(), [widget])
  const opening = useAction(async () => setWidget(await openLiveWidget(uid)))
  const filling = useAction(async () => setToken(await visitorToken()))
  const snippet = snippetOf(way, uid, token)
  const error = opening.error ?? filling.error
  return (
    <FormSection
      title="For a page of your own"
      lead="Adds a chat with this agent to the corner of any page."
      action={
        <Button isBusy={opening.isBusy} onClick={() => void opening.run()}>
          Open the widget
        </Button>
      }
    >
      <SegmentedControl label="Snippet" options={WAYS} value={way} onChange={setWay} />
      <Scrollable label="Snippet of the chat widget">{snippet}</Scrollable>
      <div class="flex flex-wrap gap-2">
        <CopyButton label="Copy the snippet" text={() => snippet} />
        {way === 'page' && (
          <Button isBusy={filling.isBusy} onClick={() => void filling.run()}>
            Fill in a visitor’s token
          </Button>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      <p class="text-sm text-muted">{EXPLAINED[way]}</p>
    </FormSection>
  )
}

const EXPLAINED: Readonly<Record<Way, string>> = {
  page: 'Your server makes an auth token for each visitor. Never put an API key into a page.',
  server:
    'Your server makes a token whenever a visitor signs in, with an API key that stays there.',
  script: 'Your page asks your server for the token, and chooses when the chat opens.',
}

/** A uid contains only letters, digits, - and _, so it needs no escaping. */
function snippetOf(way: Way, uid: string, token: string): string {
  const { origin } = location
  switch (way) {
    case 'page':
      return [
        '<script',
        `  src="${origin}/assets/widget.js"`,
        `  data-agent="${uid}"`,
        `  data-token="${token}"`,
        '></script>',
      ].join('\n')
    case 'server':
      return [
        `const path = \`/v3/users/\${uid}/auth_tokens\``,
        `const response = await fetch('${origin}' + path, {`,
        "  method: 'POST',",
        '  headers: { apikey: API_KEY_OF_YOUR_SERVER },',
        '})',
        'const { data } = await response.json()',
        'return data.authToken',
      ].join('\n')
    case 'script':
      return [
        `<script src="${origin}/assets/widget.js"></script>`,
        '<script>',
        '  Launchboard.chat({',
        `    agent: '${uid}',`,
        "    token: async () => (await fetch('/chat-token')).text(),",
        '  })',
        '</script>',
      ].join('\n')
  }
}
