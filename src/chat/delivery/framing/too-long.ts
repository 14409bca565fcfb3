import { DeliveryFailure } from '../delivery-failure.ts'

export function tooLong(maxLength: number) {
  return new DeliveryFailure('too-large', `a piece of the answer is longer than ${maxLength}`)
}
