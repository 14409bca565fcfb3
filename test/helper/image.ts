import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** The user of the image, where we may choose: nobody. Else it is ourselves. */
const isRoot = process.getuid?.() === 0
const UID = isRoot ? 65_534 : (process.getuid?.() ?? 0)
const GID = isRoot ? 65_534 : (process.getgid?.() ?? 0)

export interface Container {
  url: string
  output(): string
  /** What the image's own health check says. */
  isHealthy(): Promise<boolean>
  /** SIGTERM to process 1; its exit code. */
  stop(): Promise<number | null>
}

export interface Image {
  run(env: Record<string, string>): Promise<Container>
  /** Runs it to its end. */
  runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }>
  /** All that the image has in a folder. */
  list(folder: string): Promise<string[]>
  remove(): Promise<void>
}

interface Stage {
  root: string
  workdir: string
  env: Record<string, string>
  cmd: string[]
  healthcheck: string[]
  user: string
}

/** With Docker where it runs, else by the same steps in folders. */
export async function buildImage(context: string): Promise<Image> {
  const hasDocker = await run('docker', ['info']).then(
    () => true,
    () => false,
  )
  return hasDocker ? dockerImage(context) : folderImage(context)
}

async function dockerImage(context: string): Promise<Image> {
  const tag = `launchboard-test-${process.pid}`
  const docker = async (...args: string[]) => {
    const { stdout, stderr } = await run('docker', args)
    return { stdout: stdout.trim(), output: stdout + stderr }
  }
  await docker('build', '--tag', tag, context)
  const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
  const start = async (env: Record<string, string>) => {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const published = ['--publish', '127.0.0.1::8787', '--health-interval', '1s']
    return (await docker('run', '--detach', ...limits, ...published, ...variables, tag)).stdout
  }
  const end = async (id: string) => {
    const code = Number((await docker('wait', id)).stdout)
    const { output } = await docker('logs', id)
    await docker('rm', '--volumes', id)
    return { code, output }
  }

  return {
    async run(env) {
      const id = await start(env)
      const { stdout: address } = await docker('port', id, '8787/tcp')
      return {
        url: `http://${address}`,
        output: () => '',
        async isHealthy() {
          const { stdout } = await docker('inspect', '-f', '{{.State.Health.Status}}', id)
          return stdout === 'healthy'
        },
        async stop() {
          await docker('stop', id)
          return (await end(id)).code
        },
      }
    },
    runToEnd: async (env) => end(await start(env)),
    async list(folder) {
      const { stdout } = await docker('run', '--rm', tag, 'ls', '-A', folder)
      return stdout.split('\n').toSorted()
    },
    async remove() {
      await docker('rmi', tag)
    },
  }
}

async function folderImage(context: string): Promise<Image> {
  const home = await mkdtemp(join(tmpdir(), 'launchboard-image-'))
  await chmod(home, 0o755)
  const stage = await buildStages(context, home)
  const { root } = stage
  await mkdir(join(root, 'usr/local/bin'), { recursive: true })
  await copyFile(process.execPath, join(root, 'usr/local/bin/node'))
  const children: ChildProcess[] = []

  async function start(env: Record<string, string>) {
    const port = String(await freePort())
    const database = String(stage.env.DATABASE_URL).replace('file:/', `file:${root}/`)
    const path = `${join(root, 'usr/local/bin')}:${process.env.PATH}`
    const options = {
      cwd: join(root, stage.workdir),
      env: { ...stage.env, PATH: path, PORT: port, DATABASE_URL: database, ...env },
      ...(stage.user !== 'root' && { uid: UID, gid: GID }),
    }
    const [command = '', ...args] = stage.cmd
    const child = spawn(command, args, options)
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
    const isHealthy = async () => {
      const [check = '', ...checkArgs] = stage.healthcheck
      const checking = spawn(check, checkArgs, { ...options, stdio: 'ignore' })
      return (await once(checking, 'close'))[0] === 0
    }
    return { child, port, exited, isHealthy, output: () => output }
  }

  return {
    async run(env) {
      const { child, port, exited, ...container } = await start(env)
      return {
        ...container,
        url: `http://127.0.0.1:${port}`,
        stop() {
          child.kill('SIGTERM')
          return exited
        },
      }
    },
    async runToEnd(env) {
      const { exited, output } = await start(env)
      return { code: await exited, output: output() }
    },
    async list(folder) {
      const { stdout } = await run('ls', ['-A', join(root, folder)])
      return stdout.trim().split('\n').toSorted()
    },
    async remove() {
      for (const child of children) child.kill('SIGKILL')
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Carries out a Dockerfile's instructions, each stage in a folder that stands for its root. */
async function buildStages(context: string, home: string): Promise<Stage> {
  const text = await readFile(join(context, 'Dockerfile'), 'utf8')
  const admitted = await admittedBy(join(context, '.dockerignore'))
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      stage = await beginStage(instruction as From, stages, join(home, String(stages.size)))
    } else if (stage) {
      await carryOut(instruction, { stage, stages, context, admitted })
    }
  }
  if (!stage) throw new Error('The Dockerfile has no stage.')
  return stage
}

async function beginStage(from: From, stages: Map<string, Stage>, root: string) {
  const base = stages.get(from.getImage() ?? '')
  const empty = { workdir: '/', env: {}, cmd: [], healthcheck: [], user: 'root' }
  const stage: Stage = { ...empty, ...base, root, env: { ...base?.env } }
  await mkdir(root)
  if (base) await cp(base.root, root, { recursive: true, verbatimSymlinks: true })
  stages.set(from.getBuildStage() ?? root, stage)
  return stage
}

interface Build {
  stage: Stage
  stages: ReadonlyMap<string, Stage>
  context: string
  admitted: ReadonlySet<string>
}

async function carryOut(instruction: Instruction, build: Build) {
  const { stage } = build
  const content = instruction.getArgumentsContent() ?? ''
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = content
      await mkdir(join(stage.root, content), { recursive: true })
      break
    case 'ENV':
      for (const property of (instruction as Env).getProperties()) {
        stage.env[property.getName()] = property.getValue() ?? ''
      }
      break
    case 'COPY':
      await copy(instruction as Copy, build)
      break
    case 'RUN':
      await runStep(content, stage)
      break
    case 'USER':
      stage.user = content
      break
    case 'HEALTHCHECK':
      stage.healthcheck = execForm(content)
      break
    case 'CMD':
      stage.cmd = execForm(content)
      break
    case 'VOLUME':
    case 'EXPOSE':
      break
    default:
      throw new Error(`${instruction.getKeyword()} is not carried out here.`)
  }
}

async function copy(instruction: Copy, { stage, stages, context, admitted }: Build) {
  const paths = instruction.getArguments().map((argument) => argument.getValue())
  const to = paths.pop() ?? ''
  const flagOf = (name: string) =>
    instruction
      .getFlags()
      .find((flag) => flag.getName() === name)
      ?.getValue()
  const from = flagOf('from')
  const mode = flagOf('chmod')
  const isFolder = to.endsWith('/')
  const target = isAbsolute(to) ? to : join(stage.workdir, to)
  for (const path of paths) {
    if (!from && !admitted.has(path.split('/')[0] ?? '')) throw new Error(`${path} is ignored.`)
    const source = join(from ? (stages.get(from)?.root ?? '') : context, path)
    const name = isFolder ? join(target, path.split('/').at(-1) ?? '') : target
    await cp(source, join(stage.root, name), { recursive: true, dereference: true })
    if (mode) await run('chmod', ['-R', mode, join(stage.root, name)])
  }
}

async function runStep(command: string, stage: Stage) {
  const cwd = join(stage.root, stage.workdir)
  // With the same package-lock.json the packages to build with are those of this checkout.
  if (/^npm ci(?!.*--omit=dev)/.test(command)) {
    return symlink(resolve('node_modules'), join(cwd, 'node_modules'))
  }
  const here = command
    .replace(/^npm ci /, 'npm ci --prefer-offline ')
    .replaceAll(/-o node -g node/g, `-o ${UID} -g ${GID}`)
    .replaceAll(/ \/(?=\w)/g, ` ${stage.root}/`)
  const { NODE_ENV: _, ...env } = process.env
  await run('sh', ['-c', here], { cwd, env: { ...env, ...stage.env } })
}

function execForm(content: string): string[] {
  return JSON.parse(content.slice(content.indexOf('[')))
}

/** Ours shuts out everything, then lets names at the top in: nothing else is understood here. */
async function admittedBy(path: string) {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const [first, ...rest] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*' || !rest.every((line) => /^![\w.-]+$/.test(line))) {
    throw new Error('.dockerignore must be `*`, then a list of `!name`.')
  }
  return new Set(rest.map((line) => line.slice(1)))
}
