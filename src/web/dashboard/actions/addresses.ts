export const ACTIONS_ADDRESS = '/dashboard/actions'
export const NEW_ACTION_ADDRESS = `${ACTIONS_ADDRESS}?new`
export const IMPORT_ADDRESS = `${ACTIONS_ADDRESS}?import`

export function actionAddress(name: string): string {
  return `${ACTIONS_ADDRESS}?action=${encodeURIComponent(name)}`
}
