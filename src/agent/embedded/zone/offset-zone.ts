/** Offsets that are no whole hours, and a zone that keeps each all year. */
const PARTIAL = new Map([
  ['+3:30', 'Asia/Tehran'],
  ['+4:30', 'Asia/Kabul'],
  ['+5:30', 'Asia/Kolkata'],
  ['+5:45', 'Asia/Kathmandu'],
  ['+6:30', 'Asia/Yangon'],
  ['+8:45', 'Australia/Eucla'],
  ['+9:30', 'Australia/Darwin'],
  ['-9:30', 'Pacific/Marquesas'],
])

/** The IANA zone of a fixed offset from UTC. IANA's own names count the other way round. */
export function offsetZone(sign = '+', hours = '0', minutes = '00'): string | undefined {
  if (Number(minutes) > 0) return PARTIAL.get(`${sign}${Number(hours)}:${minutes}`)
  if (Number(hours) === 0) return 'UTC'
  if (Number(hours) > (sign === '+' ? 14 : 12)) return undefined
  return `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
}
