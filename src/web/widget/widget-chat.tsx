import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { Composer } from '../conversation/composer.tsx'
import { useFollowEnd } from '../conversation/follow-end.ts'
import { JumpToLatest, Log } from '../conversation/log.tsx'
import { spokenText } from '../conversation/markdown.tsx'
import type { Entry } from '../messaging/entry.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Welcome } from './welcome.tsx'
import { WidgetMessage } from './widget-message.tsx'
import type { WidgetState } from './widget-state.ts'

interface WidgetChatProps {
  state: WidgetState
  field: RefObject<HTMLTextAreaElement | null>
}

export function WidgetChat({ state, field }: WidgetChatProps) {
  const draft = useSignal('')
  const log = useRef<HTMLDivElement>(null)
  const conversation = state.conversation.value
  const profile = state.profile.value
  const entries = conversation?.entries.value ?? []
  const connection = conversation?.connection.value ?? 'connecting'
  const isGrowing = entries.some((entry) => entry.state === 'growing')
  const { isAtEnd, toEnd } = useFollowEnd(log, isGrowing)
  const name = profile?.name ?? ''

  const announcement = useAnnouncement(entries, name)

  function send(text: string) {
    draft.value = ''
    state.send(text)
    toEnd()
  }

  return (
    <>
      <div class="flex-1 overflow-y-auto p-4">
        <Log element={log} isGrowing={isGrowing} announcement={announcement}>
          {connection !== 'connecting' && entries.length === 0 && profile && (
            <Welcome profile={profile} onPick={send} />
          )}
          {entries.map((entry) => (
            <WidgetMessage
              key={entry.key}
              entry={entry}
              agentName={name}
              onResend={() => void conversation?.resend(entry.key)}
            />
          ))}
        </Log>
      </div>
      <div class="relative space-y-2 border-t border-line bg-surface p-3">
        <JumpToLatest isShown={!isAtEnd} onClick={toEnd} />
        <Condition state={state} connection={connection} />
        <Composer
          value={draft.value}
          onInput={(text) => {
            draft.value = text
          }}
          onSend={send}
          field={field}
          placeholder={`Ask ${name}`}
        />
      </div>
    </>
  )
}

/** What keeps the chat from going on, and what to do about it. */
function Condition({ state, connection }: { state: WidgetState; connection: string }) {
  if (state.isExpired.value) {
    return (
      <Notice tone="warn" action={<Button onClick={state.retry}>Continue</Button>}>
        Your session has expired. Sign in again on this page, then continue.
      </Notice>
    )
  }
  if (connection === 'ended' || state.error.value) {
    return (
      <Notice tone="bad" action={<Button onClick={state.retry}>Try again</Button>}>
        The chat cannot be reached.
      </Notice>
    )
  }
  if (state.profile.value?.isActive === false) {
    return (
      <Notice tone="info">{state.profile.value.name} is switched off and will not answer.</Notice>
    )
  }
  if (connection === 'reconnecting') return <Notice tone="warn">Reconnecting…</Notice>
  return null
}

/** That an answer has begun, then the whole of it: for those who hear the page. */
function useAnnouncement(entries: readonly Entry[], name: string): string {
  // What was said before the chat was opened is there to be read, not to be read out.
  const heard = useRef<string | undefined>(undefined)
  const last = entries.at(-1)
  if (last?.state === 'growing') heard.current = last.key
  if (!last || last.key !== heard.current) return ''
  return last.state === 'growing' ? `${name} is answering` : spokenText(last.text)
}
