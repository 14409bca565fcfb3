import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Scrollable } from '../../ui/disclosure.tsx'
import { SegmentedControl } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormSection } from '../form/form.tsx'
import { type LiveWidget, openLiveWidget, visitorToken } from '../live-widget.ts'

const WAYS = [
  { value: 'page', name: 'Try now' },
  { value: 'server', name: 'Your server' },
  { value: 'script', name: 'From a script' },
] as const

const LANGUAGES = [
  { value: 'node', name: 'Node' },
  { value: 'python', name: 'Python' },
  { value: 'curl', name: 'curl' },
] as const

type Way = (typeof WAYS)[number]['value']
type Language = (typeof LANGUAGES)[number]['value']

/** The real widget beside the form, and how it comes to a page of one's own. */
export function WidgetSnippet({ uid }: { uid: string }) {
  const [way, setWay] = useState<Way>('page')
  const [language, setLanguage] = useState<Language>('node')
  const [widget, setWidget] = useState<LiveWidget>()
  useEffect(() => () => widget?.destroy(), [widget])
  const opening = useAction(async () => setWidget(await openLiveWidget(uid)))
  const token = useQuery(way === 'page' ? 'token' : '', visitorToken)
  const snippets: Readonly<Record<Way, string>> = {
    page: pageSnippet(uid, token.data ?? 'AUTH_TOKEN'),
    server: serverSnippet(language),
    script: scriptSnippet(uid),
  }
  const error = opening.error ?? token.error
  return (
    <FormSection
      title="Embed"
      lead="Adds a chat with this agent to the corner of any page."
      action={
        <Button isBusy={opening.isBusy} onClick={() => void opening.run()}>
          Open the widget
        </Button>
      }
    >
      <SegmentedControl label="Snippet" options={WAYS} value={way} onChange={setWay} />
      {way === 'server' && (
        <SegmentedControl
          label="Language"
          options={LANGUAGES}
          value={language}
          onChange={setLanguage}
        />
      )}
      <Scrollable label="Snippet of the chat widget">{snippets[way]}</Scrollable>
      <CopyButton label="Copy the snippet" text={() => snippets[way]} />
      {error !== undefined && <ErrorNotice error={error} />}
      <p class="text-sm text-muted">{EXPLAINED[way]}</p>
    </FormSection>
  )
}

const EXPLAINED: Readonly<Record<Way, string>> = {
  page: 'The token works for an hour, for a test visitor. Your own visitors get theirs from your server.',
  server: 'Your server makes a token whenever a visitor signs in. The API key never leaves it.',
  script: 'Your page asks your server for the token, and decides when the chat opens.',
}

/** A uid contains only letters, digits, - and _, so it needs no escaping. */
function pageSnippet(uid: string, token: string): string {
  return `<script
  src="${location.origin}/assets/widget.js"
  data-agent="${uid}"
  data-token="${token}"
></script>`
}

function scriptSnippet(uid: string): string {
  return `<script src="${location.origin}/assets/widget.js"></script>
<script>
  Launchboard.chat({
    agent: '${uid}',
    token: async () => (await fetch('/chat-token')).text(),
  })
</script>`
}

function serverSnippet(language: Language): string {
  const tokens = `${location.origin}/v3/users/`
  switch (language) {
    case 'node':
      return `const response = await fetch(\`${tokens}\${uid}/auth_tokens\`, {
  method: 'POST',
  headers: { apikey: LAUNCHBOARD_KEY },
})
const { data } = await response.json()
return data.authToken`
    case 'python':
      return `response = requests.post(
    f"${tokens}{uid}/auth_tokens",
    headers={"apikey": LAUNCHBOARD_KEY},
)
return response.json()["data"]["authToken"]`
    case 'curl':
      return `curl -X POST "${tokens}$VISITOR/auth_tokens" \\
  -H "apikey: $LAUNCHBOARD_KEY"`
  }
}
