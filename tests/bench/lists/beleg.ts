import { openDatabase } from '#platform/postgres/database.ts'
import { grownTree } from '#projections/audit/tree.ts'
import { fillAuditLog, growFilledTree } from '#support/product/audit-log.ts'
import { openProductOn } from '#support/product/product.ts'
import { requestsOf, type RequestApi, type Team } from '#support/product/requests.ts'
import { recordStatements } from '#support/statements.ts'
import { treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import { newDatabase } from '../database.ts'
import { figure, median, quantile, type Figure, type Progress } from '../measure.ts'
import { startOutside } from './seen-outside.ts'

const ENTRIES = 1_000_000
const COMMANDS = 200
const BELEGE = 200
/** Milliseconds. */
const AT_MOST = 300
/** Of the processor time of a command, the share that its tree may add. */
const TREE_AT_MOST = 1.02

/** Milliseconds of this process: the product with its projector, and the client. */
const processorMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

const head = (api: RequestApi, { id }: Team): Promise<{ readonly sequence: string; readonly hash: string }> =>
  api.product.platform.db('audit_heads').where({ workspace_id: id }).first('sequence', 'hash')

/** What the tree of the log adds to a command, in processor time: its hashes are made once more, alone. */
const costOfTree = async (api: RequestApi, team: Team): Promise<Figure> => {
  const before = await head(api, team)
  const start = process.cpuUsage()
  for (let n = 0; n < COMMANDS; n += 1) await api.newRequest(team)
  await api.product.projector.caughtUp()
  const whole = processorMs(start) / COMMANDS
  const { sequence, hash } = await head(api, team)
  const [first, last] = [Number(before.sequence), Number(sequence)]
  const treeStart = process.cpuUsage()
  let peaks: readonly string[] = []
  for (let size = 0; size < last; size += 1) peaks = grownTree({ sequence: size, peaks }, hash).peaks
  const tree = (processorMs(treeStart) / last) * ((last - first) / COMMANDS)
  const name = 'processor time of a creation, to one whose log has no tree'
  return figure(name, whole, 'ms', { baseline: whole - tree, goal: TREE_AT_MOST })
}

/** Of others than the log: each is a line, and the first is the log’s own. */
const cosignaturesIn = (note: string): number =>
  note.split('\n').filter((line) => line.startsWith('— ')).length - 1

/** How long a Beleg of a decision takes in a log of a million entries, and what the tree costs a command. */
export const benchBeleg = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url, { built: true })
  const outside = await startOutside()
  const product = await openProductOn(database, { RATE_FACTOR: 1_000_000, ...outside.settings })
  try {
    const api = requestsOf(product)
    const team = await api.team()
    const phone = await api.enrol(team.ben)
    const requestId = await api.newRequest(team)
    await api.post(`/requests/approve/${requestId}`, team.ben, await phone.prove(requestId))
    progress(`beleg: ${COMMANDS} creations`)
    const tree = await costOfTree(api, team)
    // Of a log that was smaller: the Beleg brings the proof that it only grew.
    await outside.stamp(product.platform)

    let reader = team.anna
    const take = async () => {
      const start = performance.now()
      const { status } = await api.get(`/requests/beleg/${requestId}?format=json`, reader)
      if (status !== 200) throw new Error(`beleg: HTTP ${status}`)
      return performance.now() - start
    }
    const takeMany = async () => {
      const took: number[] = []
      for (let n = 0; n < BELEGE; n += 1) took.push(await take())
      return took
    }
    progress(`beleg: ${BELEGE} of a small log`)
    await take()
    const small = await takeMany()
    progress(`beleg: writing ${ENTRIES} entries`)
    // The product's own connections give a statement up sooner.
    const db = openDatabase(database.url)
    const after = Number((await head(api, team)).sequence)
    await fillAuditLog(db, { workspaceId: team.id, entries: ENTRIES, people: 10_000, after })
    // The chain of the entries that nobody asks for may be any.
    await growFilledTree(db, team.id)
    await db.raw('VACUUM ANALYZE')
    await db.destroy()
    // A session of before would have ended.
    reader = await api.newSession(team.anna)
    const [log] = treeSigner(product.platform.config).verifierKeys(team.id)
    await outside.cosign(product.platform, log!)
    const { body } = await api.get(`/requests/beleg/${requestId}?format=json`, reader)
    const seen = `with ${body.content.timeStamps.length} time stamp and ${cosignaturesIn(body.content.checkpoint)} cosignature`
    progress(`beleg: ${BELEGE} of a log with ${ENTRIES} entries`)
    await take()
    const large = await takeMany()
    const { sent, end } = recordStatements()
    await take()
    end()
    const name = `a Beleg of a log of ${ENTRIES} entries, ${seen}`
    return [
      tree,
      figure(`${name}: 95th percentile, to ${AT_MOST} ms`, quantile(large, 0.95), 'ms', {
        baseline: AT_MOST,
        goal: 1,
      }),
      figure(`${name}: median, to that of a small log`, median(large), 'ms', { baseline: median(small) }),
      figure(`${name}: statements`, sent.length, 'statements'),
    ]
  } finally {
    await product.close()
    await outside.close()
  }
}
