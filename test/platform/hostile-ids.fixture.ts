import fc from 'fast-check'

/** Ids that look like ids of conversations, like parts of each other, or like nothing at all. */
const AWKWARD = [
  ...['a', 'b', 'c', 'a_user_b', 'b_user_c', 'user', 'user_', '_user_', 'a_user_', '_user_b'],
  ...['group_a', 'group_a_user_b', 'a_user_user_b', 'group', 'x_user_y', 'group_x', 'x', 'y'],
  ...['-', '_', '--', '__proto__', 'constructor', '0', '00', 'a-b', 'a_b', 'x'.repeat(100)],
  ...[`${'x'.repeat(99)}y`, 'x'.repeat(99), '1', '01', '1e3', 'null', 'undefined'],
]

const piece = fc.constantFrom('a', 'b', 'x', '_', '-', '_user_', 'user', 'group_', '0')

/** An id as it is stored: in lower case. */
export const id = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('').slice(0, 100)),
)

/**
 * Users and a group of which several pairs have one id in common as callers read ids: `a_user_b_user_c`
 * is that of two pairs, and `group_a_user_b` that of a pair and of the group.
 */
export const family = fc
  .tuple(shortId(), shortId(), shortId(), fc.array(id, { maxLength: 1 }))
  .map(([x, y, z, others]) => ({
    uids: [...new Set([x, `${y}_user_${z}`, `${x}_user_${y}`, z, `group_${x}`, y, ...others])],
    guids: [...new Set([`${x}_user_${y}`, x])],
  }))

function shortId() {
  return fc.oneof(
    fc.constantFrom('a', 'b', 'user', '_', '-', '0', 'group_a', '_user_'),
    fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  )
}
