import { computed, signal } from '@preact/signals'
import { KEY_FORM } from '../../client/credentials.ts'
import { createUserClient } from '../../client/user-client.ts'
import { platformError, UNREACHABLE } from '../api/request.ts'
import { type ActionHandler, agentPartner, type Partner } from '../platform-chat/conversation.ts'
import { mustSignIn, openSession, type Session } from '../platform-chat/session.ts'
import { triggerConfetti } from '../transcript/confetti.ts'

export type WidgetState = ReturnType<typeof createWidgetState>

/** The chat of one widget. `onExpired` is called when the user has to sign in again. */
export function createWidgetState(
  options: WidgetOptions & { baseUrl: string },
  onExpired: () => void,
) {
  const { agent, baseUrl, actions = {} } = options
  let { token } = options
  const isOpen = signal(false)
  /** The agent: undefined at first, and without its profile if that could not be loaded. */
  const partner = signal<Partner>()
  /** Opened together with the chat for the first time; stays open when the chat is closed. */
  const session = signal<Session>()
  /** A message that the page sends for the user, until it is sent. */
  const outbox = signal<string>()
  const profileError = signal<unknown>(undefined)
  const error = computed(() => session.value?.error.value ?? profileError.value)
  const isExpired = computed(() => mustSignIn(error.value))
  const unsubscribe = isExpired.subscribe((expired) => expired && onExpired())
  const explain = createExplain(agent)

  async function loadProfile() {
    const { api } = createUserClient(baseUrl, { authToken: token })
    try {
      const params = { path: { uid: agent } }
      const { data } = await api.GET('/v3/ai-agents/profiles/{uid}', { params })
      partner.value = agentPartner(data)
    } catch (cause) {
      profileError.value = platformError(cause)
      partner.value ??= { type: 'user', id: agent, name: agent, kind: 'agent' }
    }
  }

  function open() {
    session.value ??= openSession({ baseUrl, authToken: token })
    isOpen.value = true
  }

  function reconnect() {
    session.value?.close()
    session.value = undefined
    profileError.value = undefined
    void loadProfile()
    if (isOpen.value) open()
  }

  void loadProfile()
  return {
    isOpen,
    partner,
    session,
    handlers: { triggerConfetti, ...actions },
    outbox,
    isExpired,
    error,
    explain,
    open,
    close() {
      isOpen.value = false
    },
    send(text: string) {
      outbox.value = text
      open()
    },
    /** Reconnects with this token, or with a new one from the `token` function. */
    setToken(newToken?: string) {
      token = newToken ?? token
      reconnect()
    },
    retry: reconnect,
    destroy() {
      unsubscribe()
      session.value?.close()
    },
  }
}

/** An error as a sentence for the visitor. The developer reads each reason in the console, once. */
function createExplain(agent: string) {
  const told = new Set<string>()
  return (error: unknown): string => {
    const reason = error instanceof Error ? error.message : String(error)
    if (!told.has(reason)) console.error(`Launchboard: the chat with ${agent} failed. ${reason}`)
    told.add(reason)
    return reason === UNREACHABLE ? OFFLINE : UNAVAILABLE
  }
}

const OFFLINE = 'The chat cannot be reached. Check your connection.'
const UNAVAILABLE = 'The chat is not available at the moment.'

interface WidgetTheme {
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
