import type { AgentProfile } from '../../platform/client.ts'
import { Markdown } from '../conversation/markdown.tsx'
import { Button } from '../ui/button.tsx'

interface WelcomeProps {
  profile: Partial<AgentProfile>
  onPick: (text: string) => void
}

/** What stands where nothing has been said: the agent's greeting, and what one may ask it. */
export function Welcome({ profile, onPick }: WelcomeProps) {
  const { greetingMessage, introductoryMessage, suggestedMessages = [] } = profile
  return (
    <div class="space-y-4">
      {greetingMessage && <p class="text-lg font-semibold">{greetingMessage}</p>}
      {introductoryMessage && <Markdown text={introductoryMessage} />}
      {suggestedMessages.length > 0 && (
        <ul aria-label="Suggestions" class="flex flex-wrap gap-2">
          {suggestedMessages.map((text) => (
            <li key={text}>
              <Button onClick={() => onPick(text)} class="text-left">
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
