import type { CallHandler } from '../messaging/frontend-calls.ts'

export interface WidgetTheme {
  /** Without it the widget goes along with the system. */
  scheme?: 'light' | 'dark'
  /** CSS colours: of what is pressed, and of the text on it. */
  accent?: string
  onAccent?: string
}

export interface WidgetOptions {
  /** Where the service is; the script's own origin if it is not said. */
  baseUrl?: string
  /** The uid of the agent. */
  agent: string
  /** The auth token of the user who looks at the page, or what fetches one. Never an API key. */
  token: string | (() => string | Promise<string>)
  /** Run the frontend actions that the page knows; what they return goes back to the agent. */
  actions?: Readonly<Record<string, CallHandler>>
  theme?: WidgetTheme
}

/** Throws where the widget could not work: a page's author sees it in the console. */
export function checkOptions(options: WidgetOptions): void {
  const { agent, token, actions = {}, theme = {} } = Object(options)
  if (typeof agent !== 'string' || agent === '') throw wrong('agent', 'the uid of an agent')
  if (typeof token !== 'function' && (typeof token !== 'string' || token === '')) {
    throw wrong('token', 'an auth token, or a function that fetches one')
  }
  for (const [name, handler] of Object.entries(actions)) {
    if (typeof handler !== 'function') throw wrong(`actions.${name}`, 'a function')
  }
  const { scheme, accent, onAccent } = theme
  if (scheme !== undefined && scheme !== 'light' && scheme !== 'dark') {
    throw wrong('theme.scheme', 'light or dark')
  }
  for (const [name, color] of Object.entries({ accent, onAccent })) {
    if (color !== undefined && !CSS.supports('color', String(color))) {
      throw wrong(`theme.${name}`, 'a CSS colour')
    }
  }
}

function wrong(name: string, expected: string) {
  return new TypeError(`Launchboard.chat(): ${name} must be ${expected}.`)
}
