import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

/** Session tokens for the users of a measured product, and their workspaces. */
export type Actors = {
  /** The workspace of the requesters and the approver. */
  readonly workspaceId: string
  readonly admin: string
  readonly requesters: readonly string[]
  readonly approver: string
  /** Workspaces of the same admin, for changes of settings. */
  readonly workspaces: readonly string[]
  readonly accounts: readonly { readonly email: string; readonly password: string }[]
}
export type ProductReady = { readonly actors: Actors }

export type BenchProcess<T> = {
  readonly pid: number
  readonly ready: T
  /** Sends a message and returns the answer. */
  ask<A>(question: string): Promise<A>
  stop(): Promise<void>
}

/** Called by the measured process, first when it is ready. */
export const sendToParent = (message: unknown): void => void process.send!(message)

const running = new Set<ChildProcess>()

/** Ends what a part that was not done in time has left running. */
export const endProcesses = async (): Promise<void> => {
  await Promise.all(
    [...running].map((child) => {
      child.kill('SIGKILL')
      return once(child, 'exit')
    }),
  )
}

/** Starts a file in or below this folder as a process of its own and waits until it is ready. */
export const startProcess = async <T>(
  file: string,
  env: Record<string, string>,
): Promise<BenchProcess<T>> => {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => running.delete(child))
  const nextMessage = <A>(): Promise<A> =>
    Promise.race([
      new Promise<A>((resolve) => child.once('message', (message) => resolve(message as A))),
      ended.then(() => Promise.reject(new Error(`${file} ended before it answered`))),
    ])
  const ready = await nextMessage<T>()
  return {
    pid: child.pid!,
    ready,
    async ask<A>(question: string) {
      const answer = nextMessage<A>()
      child.send(question)
      return answer
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const TICK_MS = 10
const statOf = (pid: number | string): readonly string[] => {
  // The name of a process may contain spaces and brackets.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Returns the processor time in milliseconds of a process and its children that have ended. */
const processorTimeOf = (pid: number | string): number => {
  const [user, system, ofUsers, ofSystems] = statOf(pid).slice(11, 15).map(Number)
  return (user! + system! + ofUsers! + ofSystems!) * TICK_MS
}

/** Returns the processor time in milliseconds of these processes and their children. Linux only. */
export const processorTime = (pids: readonly number[]): number => {
  let total = 0
  for (const pid of pids) total += processorTimeOf(pid)
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (pids.includes(Number(statOf(entry)[1]))) total += processorTimeOf(entry)
    } catch {
      // The process has ended meanwhile.
    }
  return total
}

/** Returns the process id of the PostgreSQL server behind a connection: the parent of its backend. */
export const postmasterOf = (backendPid: number): number => Number(statOf(backendPid)[1])

export type Client = {
  /** Returns the body. Throws on an error status. `token`: '' for none. */
  send(method: string, path: string, token: string, body?: object): Promise<any>
  close(): void
}

/** How often a call is sent that the store cannot answer in time. */
const TIMES = 5

const headersOf = (token: string, text: string): Record<string, string | number> => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  // The web app sends one with each command.
  ...(text && { 'idempotency-key': randomUUID() }),
})

const answerTo = async (options: RequestOptions, text: string) => {
  const call = request(options).end(text)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, whole: await textOf(answer) }
}

/** Opens an HTTP client with keep-alive. `of` names the program for what is printed about it. */
export const openClient = (port: number, of = 'this program'): Client => {
  const agent = new Agent({ keepAlive: true })
  return {
    close: () => agent.destroy(),
    async send(method, path, token, body = {}) {
      const text = method === 'GET' ? '' : JSON.stringify(body)
      const options = { agent, port, host: '127.0.0.1', path, method, headers: headersOf(token, text) }
      for (let time = 1; ; time += 1) {
        const { status, whole } = await answerTo(options, text)
        if (status < 300) return whole === '' ? null : JSON.parse(whole)
        // A busy machine cancels a statement now and then.
        if (status !== 503 || time === TIMES) throw new Error(`${method} ${path}: HTTP ${status} ${whole}`)
        console.error(`       ${method} ${path} is sent again to ${of}: HTTP 503`)
      }
    },
  }
}
