import { h, render } from 'preact'
import { shadowStyles } from './shadow-styles.ts'
import { checkOptions, type WidgetOptions } from './widget-options.ts'
import { createWidgetState, type WidgetState } from './widget-state.ts'
import { Widget } from './widget-view.tsx'

export interface ChatWidget {
  open(): void
  close(): void
  /** Opens the chat and says something in the user's name. */
  send(text: string): void
  /** Takes the widget off the page; nothing of it stays. */
  destroy(): void
}

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null
/** A bubble, and the gap to the next. */
const BUBBLE_PX = 56 + 12
const SCRIPT_ORIGIN = script ? new URL(script.src).origin : location.origin

/** Puts a chat with an agent on the page, in a shadow root: neither disturbs the other. */
function chat(options: WidgetOptions): ChatWidget {
  checkOptions(options)
  const host = document.createElement('launchboard-chat')
  const state = createWidgetState({ baseUrl: SCRIPT_ORIGIN, ...options }, { onExpired })
  const { scheme, accent, onAccent } = options.theme ?? {}
  if (scheme) host.dataset.theme = scheme
  if (accent) {
    host.style.setProperty('--color-accent', accent)
    host.style.setProperty('--color-accent-soft', `color-mix(in oklab, ${accent} 12%, transparent)`)
  }
  if (onAccent) host.style.setProperty('--color-on-accent', onAccent)

  function onExpired() {
    const detail = { agent: options.agent, setToken: state.setToken }
    host.dispatchEvent(new CustomEvent('launchboard:token-expired', { detail, bubbles: true }))
  }

  // Others on the page stand below.
  const others = document.querySelectorAll(host.localName).length
  host.style.setProperty('--chat-offset', `${others * BUBBLE_PX}px`)

  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [shadowStyles()]
  render(h(Widget, { state }), root)
  document.body.append(host)
  return apiOf(state, () => {
    state.destroy()
    render(null, root)
    host.remove()
  })
}

function apiOf(state: WidgetState, destroy: () => void): ChatWidget {
  return {
    open: state.open,
    close: state.close,
    send(text) {
      state.open()
      state.send(String(text))
    },
    destroy,
  }
}

/** `<script src="…/widget.js" data-agent="ranker" data-token="…">` says all there is to say. */
function startFromScript() {
  const { agent, token, baseUrl, theme } = script?.dataset ?? {}
  if (!agent || !token) return
  chat({
    agent,
    token,
    ...(baseUrl && { baseUrl }),
    ...((theme === 'light' || theme === 'dark') && { theme: { scheme: theme } }),
  })
}

Object.assign(globalThis, { Launchboard: { chat } })
if (document.body) startFromScript()
else addEventListener('DOMContentLoaded', startFromScript, { once: true })
