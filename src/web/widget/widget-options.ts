import { KEY_FORM } from '../../client/credentials.ts'
import type { ActionHandler } from '../platform-chat/frontend-actions.ts'

export interface WidgetTheme {
  /** Defaults to the colour scheme of the page. */
  scheme?: 'light' | 'dark'
  /** CSS colours of buttons, and of the text on them. */
  accent?: string
  onAccent?: string
}

export interface WidgetOptions {
  /** The URL of the service. Defaults to the origin of the script. */
  baseUrl?: string
  /** The uid of the agent. */
  agent: string
  /** The visitor's auth token, or a function that fetches one. Never an API key. */
  token: string | (() => string | Promise<string>)
  /** Handlers of frontend actions, by name. What they return is sent to the agent. */
  actions?: Readonly<Record<string, ActionHandler>>
  theme?: WidgetTheme
}

/** @throws TypeError naming the invalid option, for the page's developer. */
export function checkOptions(options: WidgetOptions): void {
  const { baseUrl, agent, token, actions = {}, theme = {} } = options
  if (typeof agent !== 'string' || agent === '') throw wrong('agent', 'the uid of an agent')
  if (typeof token !== 'function' && (typeof token !== 'string' || !KEY_FORM.test(token))) {
    throw wrong('token', 'an auth token, or a function that fetches one')
  }
  // Like the client, which would reject another one later.
  if (!/^https?:\/\/[^\s@?#]+$/.test(`${baseUrl}`)) throw wrong('baseUrl', 'an http or https URL')
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
