import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** Who commands what in a measured product; tokens of sessions. */
export type Actors = {
  /** Where the requesters and the approver are. */
  readonly workspaceId: string
  readonly admin: string
  readonly requesters: readonly string[]
  readonly approver: string
  /** Of the same admin, for settings to change. */
  readonly workspaces: readonly string[]
}
export type ProductReady = { readonly actors: Actors; readonly jwtSecret: string }

export type BenchProcess<T> = {
  readonly pid: number
  readonly ready: T
  /** Answers what the process says to a question of one word. */
  ask<A>(question: string): Promise<A>
  stop(): Promise<void>
}

/** By the measured process, once it is ready. */
export const sendToParent = (message: unknown): void => void process.send!(message)

/** Starts a file of this folder as a process of its own, and waits for what it tells. */
export const startProcess = async <T>(
  file: string,
  env: Record<string, string>,
): Promise<BenchProcess<T>> => {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await Promise.race([
    new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T))),
    ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ])
  return {
    pid: child.pid!,
    ready,
    ask: <A>(question: string) =>
      new Promise<A>((resolve) => {
        child.once('message', (answer) => resolve(answer as A))
        child.send(question)
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const TICK_MS = 10
const statOf = (pid: number | string): readonly string[] => {
  // The name of a process may hold blanks and brackets.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Milliseconds that a process has spent, and those of its children that have ended. */
const spentBy = (pid: number | string): number => {
  const [user, system, ofUsers, ofSystems] = statOf(pid).slice(11, 15).map(Number)
  return (user! + system! + ofUsers! + ofSystems!) * TICK_MS
}

/** Milliseconds of processor time of these processes and their children; Linux alone can say. */
export const processorTime = (pids: readonly number[]): number => {
  let spent = 0
  for (const pid of pids) spent += spentBy(pid)
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (pids.includes(Number(statOf(entry)[1]))) spent += spentBy(entry)
    } catch {
      // It has ended meanwhile.
    }
  return spent
}

/** The server behind a connection to PostgreSQL: the parent of whoever answers it. */
export const postmasterOf = (backendPid: number): number => Number(statOf(backendPid)[1])

export type Client = {
  /** Answers with the body; throws for a refusal. */
  send(method: string, path: string, token: string, body?: object): Promise<any>
  close(): void
}

/** Over kept connections. */
export const openClient = (port: number): Client => {
  const agent = new Agent({ keepAlive: true })
  return {
    close: () => agent.destroy(),
    send: (method, path, token, body = {}) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body)
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          // As the web app sends one with each command.
          'idempotency-key': randomUUID(),
        }
        const call = request({ agent, port, host: '127.0.0.1', path, method, headers }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            const whole = Buffer.concat(parts).toString()
            if (answer.statusCode! < 300) resolve(whole === '' ? null : JSON.parse(whole))
            else reject(new Error(`${method} ${path}: HTTP ${answer.statusCode} ${whole}`))
          })
        })
        call.on('error', reject)
        call.end(text)
      }),
  }
}
