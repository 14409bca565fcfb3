import { RequestError } from '../api/request.ts'
import { dataOf, isRefusal, pathOf } from './platform.ts'

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

let asked: Promise<string> | undefined

/** An auth token of the visitor for an hour. Whoever asks while one is being made gets the same one. */
export function visitorToken(): Promise<string> {
  asked ??= createToken().finally(() => {
    asked = undefined
  })
  return asked
}

/** The visitor is made for the first one. */
async function createToken(): Promise<string> {
  const path = `${pathOf('/v3/users', VISITOR.uid)}/auth_tokens`
  const call = { method: 'POST', body: { expiresIn: TOKEN_SECONDS } } as const
  const create = () => dataOf<{ authToken: string }>(path, call)
  const { authToken } = await create().catch(async (error: unknown) => {
    if (!isRefusal(error, 'ERR_UID_NOT_FOUND')) throw error
    await dataOf('/v3/users', { method: 'POST', body: VISITOR }).catch(unlessMade)
    return create()
  })
  return authToken
}

/** Another tab may have made the visitor a moment ago. */
function unlessMade(error: unknown) {
  if (!isRefusal(error, 'ERR_UID_ALREADY_EXISTS')) throw error
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
