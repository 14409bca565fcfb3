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

/** What no id may be, in any place that takes one. */
export const NO_IDS = [
  ...['', ' ', 'a b', 'a/b', 'é', 'Ａ', 'K', 'ſ', 'İ', 'a\u0301', '👍', 'a\0', 'a\n', 'a\ud800'],
  ...['a%', "a'", 'a.b', 'a,b', 'x'.repeat(101), '../a', 'a;b', 'а', 'user/a/b'],
]
