import { SingleBar } from 'cli-progress'

export interface Progress {
  /** The number of processed records, and of those that were not imported. */
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
  ' {bar} {percentage}% | {value} of {total} | {failed} not imported | {eta_formatted} left {note}'

/** The number of lines: one per twentieth. */
const STEPS = 20

/** Shows a progress bar on a terminal, and lines otherwise. */
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
      say(`${done} of ${total}${failed > 0 ? `, ${failed} not imported` : ''}`)
    },
    note: say,
    end() {},
  }
}
