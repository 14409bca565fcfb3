import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Message as StoredMessage } from '../../client/client.ts'
import { asRecord } from '../../core/json.ts'
import { FoundProducts, productsIn } from '../chat-ui/found-products.tsx'
import { Markdown } from '../chat-ui/markdown.tsx'
import { Message } from '../chat-ui/message.tsx'
import { ToolStep } from '../chat-ui/tool-step.tsx'
import { formatInstant } from '../product/format.ts'
import { ActionResultForm } from './action-result-form.tsx'
import { Avatar } from './avatar.tsx'
import { type Conversation, senderName } from './conversation.ts'
import { type Call, callsOf, questionOf, type Run, textOf } from './conversation-state.ts'
import { Reactions } from './reactions.tsx'

interface ChatMessageProps {
  message: StoredMessage
  conversation: Conversation
  canSendResults: boolean
  nameOf: (uid: string) => string
  /** The form for the result is gone, and the focus with it. */
  onResultSent: () => void
  onError: (error: unknown) => void
}

/** A stored message with its sender, time and reactions. */
export function ChatMessage({ onError, ...props }: ChatMessageProps) {
  const { message, conversation } = props
  const { id, sender, sentAt, editedAt, deletedAt } = message
  const name = senderName(message)
  const isOwn = conversation.isSelf(sender ?? '')
  const isDeleted = deletedAt !== undefined
  const isNotice = message.category === 'action' && message.type === 'notice'
  const state = conversation.state.value
  const time = sentAt === undefined ? '' : formatInstant(sentAt * 1000)
  return (
    <Message
      author={isOwn ? 'You' : name}
      isOwn={isOwn}
      avatar={<Avatar name={name} />}
      detail={`${time}${editedAt && !isDeleted ? ' · edited' : ''}`}
      footer={
        !isDeleted &&
        !isNotice && (
          <Reactions
            reactions={state.reactions.get(id) ?? []}
            onToggle={(reaction, isMine) =>
              void conversation.react(id, reaction, isMine).catch(onError)
            }
          />
        )
      }
    >
      {isDeleted ? <p class="text-muted italic">This message was deleted.</p> : <Body {...props} />}
    </Message>
  )
}

function Body(props: Omit<ChatMessageProps, 'onError'>) {
  const { message, conversation, canSendResults, nameOf, onResultSent } = props
  const { id, data, runId, category, type } = message
  const text = textOf(data?.text)
  if (runId === undefined) {
    const isNotice = category === 'action' && type === 'notice'
    if (isNotice) return <p class="text-warn">{text} Only you can see this.</p>
    if (text) {
      return <p class="whitespace-pre-wrap wrap-anywhere">{withNames(text, nameOf)}</p>
    }
    const kind = category === 'custom' ? `custom message, ${type}` : type
    return <p class="text-muted">Sent a message without text ({kind}).</p>
  }
  const state = conversation.state.value
  const failure = textOf(asRecord(asRecord(data?.answer).failure).message)
  const isAsker = conversation.isSelf(questionOf(state, message)?.sender ?? '')
  return (
    <>
      {callsOf(state, message).map((call) => (
        <Step key={call.toolCallId} call={call}>
          {call.isPending && canSendResults && isAsker && (
            <ActionResultForm
              name={call.displayName ?? call.toolName}
              onSend={async (result) => {
                await conversation.sendResult(id, call.toolCallId, result)
                onResultSent()
              }}
            />
          )}
        </Step>
      ))}
      {text !== failure && text && <Markdown text={text} />}
      {failure && <p class="text-bad">{failure}</p>}
    </>
  )
}

/** Replaces the uids of mentions with names. */
function withNames(text: string, nameOf: (uid: string) => string) {
  return text.replace(/<@uid:([\w-]+)>/g, (_, uid) => `@${nameOf(uid)}`)
}

/** An answer that is still streaming. */
export function RunMessage({ run, name }: { run: Run; name: string }) {
  const { calls, text, failure } = run
  return (
    <Message author={name} avatar={<Avatar name={name} />}>
      {calls.map((call) => (
        <Step key={call.toolCallId} call={call} />
      ))}
      {text && <Markdown text={text} isStreaming={!failure} />}
      {failure ? (
        <p class="text-bad">{failure}</p>
      ) : (
        text === '' && calls.length === 0 && <p class="text-muted">Thinking…</p>
      )}
    </Message>
  )
}

function Step({ call, children }: { call: Call; children?: ComponentChildren }) {
  const title =
    call.state === 'running' ? (call.executionText ?? call.displayName) : call.displayName
  const products = useMemo(() => productsIn(call.result), [call.result])
  return (
    <ToolStep call={call} title={title}>
      {products.length > 0 && <FoundProducts products={products} />}
      {children}
    </ToolStep>
  )
}
