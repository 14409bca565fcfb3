import { DeliveryError } from '../delivery-error.ts'

export function tooLong(maxLength: number) {
  return new DeliveryError(
    'too-large',
    `a line, event or document is longer than ${maxLength} characters`,
  )
}
