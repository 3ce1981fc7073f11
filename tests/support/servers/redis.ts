import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'

/** The reason to skip tests with a real Redis; null if it is installed. */
export const noRedis: string | null =
  spawnSync('redis-server', ['--version']).status === 0 ? null : 'there is no redis-server in the PATH'

export type RedisServer = {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Kills it like `kill -9` or a power cut. Its data is lost. */
  kill(): Promise<void>
  /** Accepts connections and commands without answering until `resume`. */
  freeze(): void
  resume(): void
  /** Deletes all data. */
  wipe(): Promise<void>
  keys(): Promise<string[]>
  /** Records every command until `stop`. */
  watch(): Promise<{ readonly commands: readonly string[]; stop(): void }>
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const urlAt = (port: number) => `redis://127.0.0.1:${port}`

/** Starts an empty Redis without persistence. `more` are command line options. */
export const startRedis = async (port: number, ...more: string[]): Promise<RedisServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-redis-'))
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more]
  const server = spawn('redis-server', options, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  createInterface(server.stdout).on('line', (line) => {
    if (line.includes('Ready to accept connections')) resolve()
  })
  void exited.then(() => reject(new Error(`redis-server did not start on port ${port}`)))
  await ready

  const ask = async <T>(question: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(urlAt(port))
    try {
      return await question(redis)
    } finally {
      redis.disconnect()
    }
  }
  return {
    url: urlAt(port),
    port,
    pid: server.pid!,
    async kill() {
      server.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
    freeze: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    wipe: async () => void (await ask((redis) => redis.flushall())),
    keys: () => ask((redis) => redis.keys('*')),
    async watch() {
      const asking = new Redis(urlAt(port))
      const watching = await asking.monitor()
      asking.disconnect()
      const commands: string[] = []
      watching.on('monitor', (_time: string, args: string[]) => commands.push(args.join(' ')))
      return { commands, stop: () => watching.disconnect() }
    },
  }
}
