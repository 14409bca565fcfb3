/** What people call zones for short; where two zones share one, the one more people keep. */
export const ABBREVIATIONS = `
  UTC: utc, gmt, zulu
  America/New_York: et, est, edt
  America/Chicago: ct, cst, cdt
  America/Denver: mt, mst, mdt
  America/Los_Angeles: pt, pst, pdt
  America/Anchorage: akst, akdt
  Pacific/Honolulu: hst
  America/Halifax: ast, adt
  America/Sao_Paulo: brt
  America/Argentina/Buenos_Aires: art
  Europe/London: bst
  Europe/Lisbon: wet, west
  Europe/Berlin: cet, cest, mez
  Europe/Athens: eet, eest
  Europe/Moscow: msk
  Europe/Istanbul: trt
  Africa/Johannesburg: sast
  Africa/Nairobi: eat
  Asia/Dubai: gst
  Asia/Karachi: pkt
  Asia/Kolkata: ist
  Asia/Bangkok: ict
  Asia/Jakarta: wib
  Asia/Singapore: sgt
  Asia/Hong_Kong: hkt
  Asia/Tokyo: jst
  Asia/Seoul: kst
  Australia/Perth: awst
  Australia/Adelaide: acst
  Australia/Sydney: aest, aedt, aet
  Pacific/Auckland: nzst, nzdt
`
