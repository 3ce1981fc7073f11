import { join } from 'node:path'
import { showToWitnesses } from '#modules/workspaces/history/show-to-witnesses.ts'
import { stampLogs } from '#modules/workspaces/history/stamp-logs.ts'
import type { Platform } from '#platform/platform.ts'
import { run, temporaryFolder } from '#support/processes/local-process.ts'
import { hasOpenssl, madeAuthority, startAuthority } from '#support/servers/time-stamping.ts'

/** Of golang.org/x/mod/sumdb/note: a witness watches at least one log. */
const ANY_LOG = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

const unaborted = () => new AbortController().signal

/** A witness in a process of its own and, where OpenSSL is, a time-stamping authority; both see the logs when they are told. */
export const startOutside = async () => {
  const folder = temporaryFolder()
  const start = async (port: string, log: string) => {
    const args = ['--state', join(folder, 'witness.json'), '--port', port, '--log', log]
    const process = run(['node', 'services/witness/main.ts', ...args], folder)
    return { process, output: await process.prints('listens on') }
  }
  const stop = async ({ process }: Awaited<ReturnType<typeof start>>) => {
    process.signal('SIGTERM')
    await process.ended
  }
  let witness = await start('0', ANY_LOG)
  const port = /listens on \S+:(\d+)/.exec(witness.output)![1]!
  const verifierKey = /verifier key is (\S+)/.exec(witness.output)![1]!
  const authority = hasOpenssl ? await startAuthority(await madeAuthority()) : null
  return {
    settings: {
      WITNESSES: `http://127.0.0.1:${port} ${verifierKey}`,
      ...(authority && { TIMESTAMP_URL: authority.url }),
    },
    stamp: (platform: Platform) => stampLogs(platform, unaborted()),
    /** Shows the log with this verifier key. */
    async cosign(platform: Platform, log: string) {
      await stop(witness)
      witness = await start(port, log)
      await showToWitnesses(platform, unaborted())
    },
    async close() {
      await stop(witness)
      await authority?.close()
    },
  }
}
