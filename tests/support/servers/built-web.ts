import pg from 'pg'
import { inject } from 'vitest'
import { buildWeb } from '../../../services/local/web-build.ts'
import { root } from '../processes/local-process.ts'

let built: Promise<void> | undefined

/** Brings the built web up to date, once in a run: a build takes ten seconds of processor time, and each worker would begin one. */
export const builtWeb = (): Promise<void> => (built ??= inTurn())

const inTurn = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('socketUrl') })
  await client.connect()
  try {
    // Ends with the connection, so nobody waits for a worker that was killed.
    await client.query('select pg_advisory_lock(817204612)')
    await buildWeb(root, new AbortController().signal)
  } finally {
    await client.end()
  }
}
