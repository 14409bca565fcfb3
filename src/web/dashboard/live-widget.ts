import { RequestError } from '../api/request.ts'
import { dataOf, pathOf } from './platform.ts'

/** The widget as the script for other pages opens it. */
export interface LiveWidget {
  open(): void
  send(text: string): void
  destroy(): void
}

interface WidgetScript {
  chat(options: { agent: string; token: () => Promise<string> }): LiveWidget
}

/** The visitor as whom the dashboard shows the widget. */
const VISITOR = { uid: 'launchboard-visitor', name: 'Visitor' }
const TOKEN_SECONDS = 3_600

/** Opens the widget with an agent in the corner of this page. */
export async function openLiveWidget(agent: string): Promise<LiveWidget> {
  const loaded = (): WidgetScript | undefined => Reflect.get(globalThis, 'Launchboard')
  if (!loaded()) await loadScript('/assets/widget.js')
  const widget = loaded()?.chat({ agent, token: visitorToken })
  if (!widget) throw new RequestError('The widget could not be started.')
  widget.open()
  return widget
}

/** An auth token of the visitor, who is made for the first one. It works for an hour. */
export async function visitorToken(): Promise<string> {
  const path = `${pathOf('/v3/users', VISITOR.uid)}/auth_tokens`
  const call = { method: 'POST', body: { expiresIn: TOKEN_SECONDS } } as const
  const create = () => dataOf<{ authToken: string }>(path, call)
  const { authToken } = await create().catch(async (error: unknown) => {
    const isUnknown = error instanceof RequestError && error.code === 'ERR_UID_NOT_FOUND'
    if (!isUnknown) throw error
    await dataOf('/v3/users', { method: 'POST', body: VISITOR })
    return create()
  })
  return authToken
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
