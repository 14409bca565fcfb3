import { SingleBar } from 'cli-progress'

export interface Progress {
  /** So many records are done with, and so many of them are not in. */
  show(done: number, failed: number): void
  note(text: string): void
  end(): void
}

interface ProgressDeps {
  total: number
  terminal: NodeJS.WriteStream | undefined
  say(line: string): void
}

const FORMAT =
  ' {bar} {percentage}% | {value} of {total} | {failed} not in | {eta_formatted} left {note}'

/** One line each time that a further twentieth is done. */
const STEPS = 20

/** A bar on a terminal, and lines where there is none. */
export function startProgress(deps: ProgressDeps): Progress {
  return deps.terminal ? bar(deps.total, deps.terminal) : lines(deps)
}

function bar(total: number, stream: NodeJS.WriteStream): Progress {
  const single = new SingleBar({
    format: FORMAT,
    stream,
    barsize: 24,
    etaBuffer: 400,
    gracefulExit: false,
  })
  single.start(total, 0, { failed: 0, note: '' })
  return {
    show: (done, failed) => single.update(done, { failed, note: '' }),
    note: (note) => single.update({ note: `| ${note}` }),
    end: () => single.stop(),
  }
}

function lines({ total, say }: ProgressDeps): Progress {
  let shown = 0
  return {
    show(done, failed) {
      const step = Math.floor((done / total) * STEPS)
      if (step <= shown) return
      shown = step
      say(`${done} of ${total}${failed > 0 ? `, ${failed} not in` : ''}`)
    },
    note: say,
    end() {},
  }
}
