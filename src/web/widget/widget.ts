import { h, render } from 'preact'
import css from './widget.css?inline'
import { checkOptions, createWidgetState, type WidgetOptions } from './widget-state.ts'
import { Widget } from './widget-view.tsx'

interface ChatWidget {
  open(): void
  close(): void
  /** Opens the chat and sends a message for the user. */
  send(text: string): void
  /** Removes the widget from the page. */
  destroy(): void
}

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null
const REM_PX = 16
const SCRIPT_ORIGIN = script ? new URL(script.src).origin : location.origin

/** Adds a chat with an agent to the page, in a shadow root that isolates their styles. */
function chat(given: WidgetOptions): ChatWidget {
  const options = { baseUrl: SCRIPT_ORIGIN, ...given }
  checkOptions(options)
  const host = document.createElement('launchboard-chat')
  const state = createWidgetState(options, onExpired)
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

  // Beside the other widgets on the page.
  host.style.setProperty('--chat-at', `${document.querySelectorAll(host.localName).length}`)

  const root = host.attachShadow({ mode: 'open' })
  // What is typed here must not be a shortcut of the page.
  for (const type of ['keydown', 'keypress', 'keyup']) {
    root.addEventListener(type, (event) => event.stopPropagation())
  }
  root.adoptedStyleSheets = [shadowStyles()]
  render(h(Widget, { state }), root)
  document.body.append(host)
  return {
    open: state.open,
    close: state.close,
    send: (text) => state.send(String(text)),
    destroy() {
      state.destroy()
      render(null, root)
      host.remove()
    },
  }
}

/** Constructed stylesheets do not need `style-src` in the policy of the page. */
function shadowStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(forShadowRoot(css))
  return sheet
}

/**
 * Replaces `rem`, which depends on the font size of the page. Shadow roots ignore `@property`, so
 * Tailwind's fallbacks for browsers without it are applied everywhere.
 */
function forShadowRoot(text: string): string {
  return text
    .replace(/@supports \(\(\(?-webkit-hyphens[^{]+\{/, '@supports (color: red) {')
    .replace(/(?<!\\.)(\d*\.?\d+)rem\b(?!\\)/g, (_, size) => `${Number(size) * REM_PX}px`)
}

/** Starts from `<script src="…/widget.js" data-agent="ranker" data-token="…">`. */
function startFromScript() {
  const { agent, token, baseUrl, theme } = script?.dataset ?? {}
  // A script without both is for pages that call `Launchboard.chat()`.
  if (agent === undefined && token === undefined) return
  if (!agent || !token) {
    return console.error(`Launchboard: data-${agent ? 'token' : 'agent'} is missing.`)
  }
  const isTheme = theme === 'light' || theme === 'dark'
  if (theme && !isTheme) console.warn('Launchboard: data-theme must be light or dark.')
  chat({
    agent,
    token,
    ...(baseUrl && { baseUrl }),
    ...(isTheme && { theme: { scheme: theme } }),
  })
}

Object.assign(globalThis, { Launchboard: { chat } })
if (document.body) startFromScript()
else addEventListener('DOMContentLoaded', startFromScript, { once: true })
