import type { AgentProfile } from '../../client/client.ts'
import { Markdown } from '../chat-ui/markdown.tsx'
import { Avatar } from './avatar.tsx'

interface AgentWelcomeProps {
  agent: AgentProfile
  onSuggestion: (text: string) => void
}

/** Shown in an empty conversation: the agent's greeting and suggested messages. */
export function AgentWelcome({ agent, onSuggestion }: AgentWelcomeProps) {
  const { name, greetingMessage, introductoryMessage, suggestedMessages = [] } = agent
  return (
    <div class="py-6 text-center">
      <div class="mb-3 flex justify-center">
        <Avatar name={name} />
      </div>
      <p class="text-lg font-semibold tracking-tight wrap-anywhere">{greetingMessage || name}</p>
      {introductoryMessage && (
        <div class="mx-auto mt-1 max-w-prose text-muted">
          <Markdown text={introductoryMessage} />
        </div>
      )}
      {suggestedMessages.length > 0 && (
        <ul aria-label="Suggestions" class="mt-5 flex flex-wrap justify-center gap-2">
          {suggestedMessages.map((text) => (
            <li key={text} class="min-w-0">
              <button
                type="button"
                onClick={() => onSuggestion(text)}
                class="rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm shadow-card transition-colors wrap-anywhere hover:bg-sunken"
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
