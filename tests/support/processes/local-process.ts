import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { keepCompiledCode } from '../compiled-code.ts'
import { readConnection, type Connection } from '../../../services/local/data-folder.ts'
import { isRunning } from '../../../services/local/postgres/process-id.ts'

export const root = resolve(import.meta.dirname, '../../..')

/** What each part of the product starts with, where it is a process of its own. */
export const mains = {
  api: 'services/api/main.ts',
  projector: 'projections/main.ts',
  worker: 'services/worker/main.ts',
} as const
export type Part = keyof typeof mains

export type LocalProcess = {
  readonly pid: number
  readonly output: () => string
  /** Resolves with everything printed so far once `text` is in it; throws when the process ends without. */
  readonly prints: (text: string) => Promise<string>
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>
  readonly signal: (signal: NodeJS.Signals) => void
}

/** No api starts without these. */
export const OPERATOR = {
  IMPRINT: 'Test GmbH | Hauptweg 1 | 10115 Berlin',
  CONTACT_EMAIL: 'office@operator.example',
}

keepCompiledCode()

const started: ChildProcess[] = []
const folders: string[] = []

/** The environment of a command: PORT is 0 and DATA_DIR `folder` unless `env` says otherwise. */
export const commandEnv = (folder: string, env: Record<string, string>): NodeJS.ProcessEnv => {
  const {
    DATABASE_URL: _,
    NODE_ENV: __,
    PUBLIC_BASE_URL: ___,
    EVENTSTORE_URL: ____,
    ...inherited
  } = process.env
  return {
    ...inherited,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    PORT: '0',
    DATA_DIR: folder,
    EVENTSTORE_URL: 'database',
    ...OPERATOR,
    ...env,
  }
}

/** Runs `npm` or `node` in the repository. */
export const run = (
  command: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): LocalProcess => {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: root,
    env: commandEnv(folder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  let check = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      check()
    })
  const ended = new Promise<number | string>((done) =>
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown')),
  )
  const prints = (text: string) =>
    new Promise<string>((done, fail) => {
      check = () => {
        if (!output.includes(text)) return
        // Searching all that a process has printed takes long, so it ends when nobody waits.
        check = () => {}
        done(output)
      }
      check()
      void ended.then((code) => fail(new Error(`ended with ${code} before it printed "${text}":\n${output}`)))
    })
  return { pid: child.pid as number, output: () => output, prints, ended, signal: (name) => child.kill(name) }
}

export const startLocal = (folder: string, env?: Record<string, string>): LocalProcess =>
  run(['node', 'services/local/main.ts'], folder, env)

/** An empty folder that the database's account may enter. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-local-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

let used: Promise<string> | undefined
const useOnce = async (): Promise<string> => {
  const folder = temporaryFolder()
  const product = startLocal(folder)
  await product.prints('Ctrl-C stops it')
  product.signal('SIGTERM')
  if ((await product.ended) !== 0) throw new Error(`did not end well:\n${product.output()}`)
  return folder
}

/** A data folder as a product left it that was started once and stopped. Faster than a first start: it is copied. */
export const usedFolder = async (): Promise<string> => {
  const from = await (used ??= useOnce())
  const folder = temporaryFolder()
  // The files keep their owner, the database's account.
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder])
  return folder
}

export const connectionOf = (folder: string): Connection => {
  const connection = readConnection(folder)
  if (!connection) throw new Error(`nobody is in ${folder}`)
  return connection
}

/** Ends whatever a test left running, product before database, and removes the folders. */
export const endEverything = async (): Promise<void> => {
  const running = started.filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(
    running.map((child) => {
      const ended = new Promise((done) => child.once('close', done))
      child.kill('SIGKILL')
      return ended
    }),
  )
  for (const folder of folders) {
    const postgres = readConnection(folder)?.postgres
    if (postgres && isRunning(postgres)) process.kill(postgres.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  used = undefined
}
