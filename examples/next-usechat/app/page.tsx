'use client'

import { useChat } from '@ai-sdk/react'
import { getToolName, isToolUIPart, type UIMessage } from 'ai'
import { type FormEvent, useState } from 'react'
import { isCut } from './is-cut'

export default function Page() {
  const [text, setText] = useState('')
  const [wasCut, setWasCut] = useState(false)
  const { messages, sendMessage, status, stop, error } = useChat({
    onFinish: (end) => setWasCut(isCut(end)),
  })
  const isBusy = status === 'submitted' || status === 'streaming'

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy || text.trim() === '') return
    sendMessage({ text })
    setText('')
  }

  return (
    <main>
      <div role="log">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
      {error && <p role="alert">{error.message}</p>}
      {wasCut && !isBusy && <p role="alert">The answer was cut.</p>}
      <form onSubmit={send}>
        <input
          aria-label="Message"
          placeholder="Who won last week?"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isBusy ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit">Send</button>
        )}
      </form>
    </main>
  )
}

function Message({ message }: { message: UIMessage }) {
  return (
    <article aria-label={message.role}>
      {message.parts.map((part, index) => {
        const key = `${message.id}-${index}`
        if (part.type === 'text') return <p key={key}>{part.text}</p>
        if (isToolUIPart(part)) return <small key={key}>{getToolName(part)}</small>
        return null
      })}
    </article>
  )
}
