import { readFileSync } from 'node:fs'
import { lastingToken } from '#support/product/lasting-token.ts'
import type { Part } from '#support/processes/local-process.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { noEsdb } from '#support/esdb/own.ts'
import { figure, measureAt, type Bench } from '../measure.ts'
import { startDeployment } from './deployment.ts'

/** Less than an hour: then the sessions of its people end. */
const minutes = Math.min(59, Number(process.env['BENCH_MINUTES'] ?? 2))
const PER_SECOND = Number(process.env['BENCH_PER_SECOND'] ?? 20)
/** Of each turn. */
const CALLS = 5
const WORKSPACES = 8
const PEOPLE = 8
/** In MiB, by part. */
const MOST: Readonly<Record<Part, number>> = { api: 384, worker: 256, projector: 256 }
/** As in the smallest container of compose, whose heap takes half of 512 MiB. */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=8'
const KIB_PER_MIB = 1_024

/** What a process holds in memory now, and held at most, in MiB. */
const memoryOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [now, most] = ['VmRSS', 'VmHWM'].map(
    (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / KIB_PER_MIB,
  )
  return { now: now!, most: most! }
}

/**
 * What each process holds in memory after some minutes (BENCH_MINUTES) of creations, declines, lists, details and changes of settings, 20 calls
 * a second, with their mails.
 */
export const benchMemory: Bench = async (url, progress) => {
  const cleanups: (() => unknown)[] = []
  try {
    const name = `memory after ${minutes} minutes on ${noEsdb === null ? 'EventStoreDB and Redis' : 'PostgreSQL'}`
    progress(`${name}: starting`)
    const smtp = await openSmtpSink()
    cleanups.push(smtp.close)
    const env = { SMTP_URL: smtp.url, NODE_OPTIONS: HEAP }
    const { prepared, clients, pidsOf } = await startDeployment({ url, env }, cleanups, async (product) => {
      const tokenOf = (person: { readonly token: string }) => lastingToken(product.app, person.token)
      const teams = []
      for (let i = 0; i < WORKSPACES; i += 1) {
        const workspace = await workspaceOf(product)
        const requesters: string[] = []
        for (let n = 0; n < PEOPLE; n += 1) requesters.push(tokenOf(await colleague(product, workspace)))
        const approver = tokenOf(await colleague(product, workspace, { approver: true }))
        const admin = { token: await product.logIn(workspace.admin.userId) }
        teams.push({ id: workspace.id, requesters, approver, admin: tokenOf(admin) })
      }
      return teams
    })
    const [client] = clients
    const work = async (turn: number): Promise<void> => {
      const team = prepared[turn % WORKSPACES]!
      const requester = team.requesters[Math.floor(turn / WORKSPACES) % PEOPLE]!
      const body = { type: 'approval', title: `Invoice ${turn}`, anyApprover: true }
      const { id } = await client!.send('POST', `/requests/create/${team.id}`, requester, body)
      await client!.send('POST', `/requests/decline/${id}`, team.approver)
      await client!.send('GET', `/requests/list/${team.id}?limit=50`, team.admin)
      await client!.send('GET', `/requests/details/${id}`, team.admin)
      const path = `/workspaces/update-settings/${team.id}`
      await client!.send('PATCH', path, team.admin, { name: `Praxis ${turn}` })
    }
    let turns = 0
    for (let minute = 1; minute <= minutes; minute += 1) {
      const before = turns
      turns += (await measureAt(PER_SECOND / CALLS, 60_000, (turn) => work(before + turn))).calls
      const now = Object.keys(MOST).map(
        (part) => `${part} ${memoryOf(pidsOf(part as Part)[0]!).now.toFixed(0)}`,
      )
      progress(`${name}: minute ${minute}, MiB: ${now.join(', ')}`)
    }
    return (Object.keys(MOST) as Part[]).flatMap((part) => {
      const { now, most } = memoryOf(pidsOf(part)[0]!)
      return [
        figure(`${name}: ${part}`, now, 'MiB', { baseline: MOST[part], goal: 1 }),
        figure(`${name}: ${part}, at most`, most, 'MiB', { baseline: MOST[part] }),
      ]
    })
  } finally {
    for (const close of cleanups.splice(0).toReversed()) await close()
  }
}
