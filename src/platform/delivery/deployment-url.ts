import { checkPublicUrl } from '../../core/upstream/public-url.ts'

/**
 * Checks a Deployment URL and returns it normalised.
 *
 * @throws AppError `invalid-request`, which says what is wrong.
 */
export function checkDeploymentUrl(text: string, { allowLocal }: { allowLocal: boolean }): string {
  return checkPublicUrl(text, { allowLocal, name: 'The Deployment URL' })
}
