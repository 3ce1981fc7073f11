import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openGate } from './gate.ts'
import { startEsdbFake } from './fake.ts'
import { freePort } from '../servers/redis.ts'

/** A program that runs an insecure EventStoreDB on loopback. Its arguments are a port and a data folder. */
const program = process.env['EVENTSTORE_PROGRAM'] || null

/** The reason why no real EventStoreDB can be started; null if one can. */
export const noEsdb: string | null =
  program === null ? 'EVENTSTORE_PROGRAM names no program that starts an EventStoreDB' : null
/** The kind of EventStoreDB that tests use here. */
export const esdbKind = noEsdb === null ? 'a real EventStoreDB' : 'a fake EventStoreDB'

const START_MS = 90_000
/** Without EVENTSTORE_… variables, because EventStoreDB reads them as its settings. */
const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('EVENTSTORE_')))

type Server = {
  readonly port: number
  kill(): Promise<void>
  /** Takes a backup and returns a function that restores it. */
  backUp(): Promise<() => Promise<void>>
  close(): Promise<void>
}

const urlAt = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

const isThere = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
  return answer?.ok === true
}

/** Starts an empty real EventStoreDB. */
export const startRealEsdb = async (): Promise<Server & { readonly url: string; pid(): number }> => {
  if (program === null) throw new Error(noEsdb!)
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-esdb-'))
  const data = join(folder, 'data')
  const port = await freePort()
  let server: ChildProcess
  let backups = 0
  const start = async () => {
    server = spawn(program, [`${port}`, data], { stdio: 'ignore', env })
    for (const until = performance.now() + START_MS; !(await isThere(port)); await pause(100))
      if (server.exitCode !== null || performance.now() > until)
        throw new Error(`${program} is not there: ${server.exitCode ?? 'no answer'}`)
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()
  return {
    port,
    url: urlAt(port),
    pid: () => server.pid!,
    async kill() {
      await end('SIGKILL')
      await start()
    },
    async backUp() {
      const backup = join(folder, `backup-${(backups += 1)}`)
      await end('SIGTERM')
      cpSync(data, backup, { recursive: true })
      await start()
      return async () => {
        await end('SIGKILL')
        rmSync(data, { recursive: true })
        cpSync(backup, data, { recursive: true })
        await start()
      }
    },
    async close() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const startFake = async (): Promise<Server> => {
  const { gate, log, close } = await startEsdbFake()
  return {
    port: gate.port,
    async kill() {
      gate.cut()
    },
    async backUp() {
      const restore = log.backUp()
      return async () => {
        restore()
        gate.cut()
      }
    },
    close,
  }
}

/** An EventStoreDB for one test, empty at first. */
export type OwnEsdb = {
  /** The address of the gate, which stays the same. */
  readonly url: string
  /** The address of its server without the gate. */
  readonly directUrl: string
  /** The proxy in front of the server. */
  readonly gate: Awaited<ReturnType<typeof openGate>>
  /** Kills the server with SIGKILL and starts it again. */
  kill(): Promise<void>
  /** Takes a backup and returns a function that restores it. */
  backUp(): Promise<() => Promise<void>>
  /** Leads all connections of the gate to the server of another one, or back to its own. */
  leadTo(other: OwnEsdb): void
  close(): Promise<void>
}

const portsOf = new WeakMap<OwnEsdb, number>()

/** Starts a real EventStoreDB if `EVENTSTORE_PROGRAM` is set, and otherwise a fake one. */
export const startOwnEsdb = async (): Promise<OwnEsdb> => {
  const server = await (noEsdb === null ? startRealEsdb() : startFake())
  const behind = { host: '127.0.0.1', port: server.port }
  const gate = await openGate(behind)
  const own: OwnEsdb = {
    url: urlAt(gate.port),
    directUrl: urlAt(server.port),
    gate,
    kill: server.kill,
    backUp: server.backUp,
    leadTo(other) {
      behind.port = portsOf.get(other)!
      gate.cut()
    },
    async close() {
      await gate.close()
      await server.close()
    },
  }
  portsOf.set(own, server.port)
  return own
}
