import { RequestError } from '../api/request-error.ts'
import { randomId } from '../browser/random-id.ts'
import { platform } from './platform-client.ts'

/** The widget as the script for other pages opens it. */
export interface LiveWidget {
  open(): void
  send(text: string): void
  destroy(): void
}

interface WidgetScript {
  chat(options: { agent: string; token: string }): LiveWidget
}

/** Opens the widget with an agent in the corner of this page, for a visitor who is made for it. */
export async function openLiveWidget(agent: string): Promise<LiveWidget> {
  const token = await visitorToken()
  const loaded = (): WidgetScript | undefined => Reflect.get(globalThis, 'Launchboard')
  if (!loaded()) await loadScript('/assets/widget.js')
  const widget = loaded()?.chat({ agent, token })
  if (!widget) throw new RequestError('The widget could not be started.')
  widget.open()
  return widget
}

export async function visitorToken(): Promise<string> {
  const uid = `visitor-${randomId().slice(0, 8)}`
  const { run } = platform.value
  await run(({ api }) => api.POST('/v3/users', { body: { uid, name: 'Visitor' } }))
  const params = { path: { uid } }
  const { data } = await run(({ api }) => api.POST('/v3/users/{uid}/auth_tokens', { params }))
  return data.authToken
}

function loadScript(src: string): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  return new Promise((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new RequestError('The widget could not be loaded.'))
    document.head.append(script)
  })
}
