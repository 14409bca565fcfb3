/** Each thing that is said, given or named holds a word that is nowhere else. */
const WORD = /[wgr]0[0-9]+0/g
export const wordsIn = (text: string) => new Set(text.match(WORD) ?? [])

export type Place = { user: string } | { group: string }

interface Said {
  id: string
  from: string
  to: Place
  /** Whether it hands a result back to an agent, which is nothing said. */
  isResult?: boolean
  /** Of a notice: who alone sees it. It is nothing said. */
  visibleTo?: string
  /** Its own, and those of its reactions. */
  words: Set<string>
}

interface Group {
  word: string
  isPrivate: boolean
  /** Whether each belongs to it: who is banned does not. */
  members: Map<string, boolean>
}

/** Who may see what, told without a look at how the platform stores it. */
export function createModel() {
  const said: Said[] = []
  const groups = new Map<string, Group>()
  let count = 0

  const belongs = (uid: string, guid: string) => groups.get(guid)?.members.get(uid) === true
  const mayShow = (uid: string, guid: string) => !groups.get(guid)!.isPrivate || belongs(uid, guid)
  const mayRead = (
    uid: string,
    { from, to, visibleTo = uid }: Pick<Said, 'from' | 'to' | 'visibleTo'>,
  ) =>
    visibleTo === uid && ('group' in to ? belongs(uid, to.group) : uid === from || uid === to.user)

  function between(one: string, other: string) {
    return said.filter(({ from, to }) => {
      if ('group' in to) return false
      return (from === one && to.user === other) || (from === other && to.user === one)
    })
  }

  const isSaid = ({ isResult, visibleTo }: Said) => !isResult && visibleTo === undefined

  const inGroup = (guid: string) => said.filter(({ to }) => 'group' in to && to.group === guid)

  /** Nobody in the model marks anything as read, and nobody joins after something was said. */
  function conversationsOf(uid: string) {
    const places = new Map<string, Said[]>()
    for (const one of said.filter((one) => isSaid(one) && mayRead(uid, one))) {
      const parties = 'group' in one.to ? [one.to.group] : [one.from, one.to.user].toSorted()
      const place = JSON.stringify([Object.keys(one.to), parties])
      places.set(place, [...(places.get(place) ?? []), one])
    }
    return [...places.values()].map((all) => ({
      last: all.at(-1)!,
      unread: all.filter(({ from }) => from !== uid).length,
    }))
  }

  return {
    said,
    groups,
    conversationsOf,
    belongs,
    mayShow,
    mayRead,
    between,
    inGroup,

    word(kind: 'w' | 'g' | 'r') {
      count += 1
      return `${kind}0${count}0`
    },

    /** All that a user may see of what was said, and the names of groups. */
    visibleTo(uid: string) {
      const words = said.filter((one) => mayRead(uid, one)).flatMap((one) => [...one.words])
      const shown = [...groups].filter(([guid]) => mayShow(uid, guid))
      return new Set([...words, ...shown.map(([, { word }]) => word)])
    },

    /** All that was said in the conversation in which somebody writes there. */
    wordsWith(from: string, to: Place) {
      const all = 'group' in to ? inGroup(to.group) : between(from, to.user)
      return all
        .filter(({ visibleTo }) => visibleTo === undefined)
        .flatMap(({ words }) => [...words])
    },
  }
}

export type Model = ReturnType<typeof createModel>
