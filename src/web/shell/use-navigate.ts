import { useLocation } from 'preact-iso'

/** Pages of the documentation are documents of their own, which the browser leaves. */
export const isApplication = document.querySelector('#app') !== null

/** Opens a path of the application, in the place of the present one if it replaces it. */
export function useNavigate(): (path: string, isReplacing?: boolean) => void {
  const { route } = useLocation()
  return isApplication ? route : (path) => location.assign(path)
}
