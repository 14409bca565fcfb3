export const ACTIONS_HREF = '/dashboard/actions'
export const NEW_ACTION_HREF = `${ACTIONS_HREF}?new`
export const IMPORT_HREF = `${ACTIONS_HREF}?import`

export function actionHref(name: string): string {
  return `${ACTIONS_HREF}?action=${encodeURIComponent(name)}`
}
