import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryMail, HistoryEntry } from '#contract/workspaces/audit.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { GENESIS, entryHash } from '#projections/audit/chain.ts'
import { effects, openStage } from '#support/product/mail-stage.ts'
import { eventually } from '#support/eventually.ts'
import type { Product } from '#support/product/product.ts'
import { ask } from '#support/product/requests.ts'
import { colleague, workspaceOf, type Colleague, type OwnWorkspace } from '#support/product/workspaces.ts'
import { rebuild } from '#support/read-models/builds.ts'

/** Mails in the audit log: a request to three approvers, one of whom has no working address. */

const stage = openStage()
let product: Product
let workspace: OwnWorkspace
let approvers: readonly Colleague[]
let unreachable: Colleague
let requestId: string
let token: string

const get = (path: string, by = token) => product.call('GET', path, { token: by })
const history = async (query = ''): Promise<readonly HistoryEntry[]> =>
  (await get(`/workspaces/history/${workspace.id}?limit=100${query}`)).body.entries
const mailsOf = (entry: Pick<HistoryEntry, 'id'>, query = '') =>
  get(`/workspaces/history-mails/${workspace.id}?cause=${entry.id}${query}`)
const oneOf = async (action: string, query?: string): Promise<HistoryEntry> => {
  const found = (await history(query)).filter((entry) => entry.action === action)
  expect([action, found.length]).toEqual([action, 1])
  return found[0]!
}
/** Waits until all due mails have an outcome in the read models. */
const settled = () =>
  eventually(async () => {
    const open = (await effects(product)).filter(({ status }) => /pending|sending/.test(status))
    expect(open).toEqual([])
    const [{ position }] = await product.platform.db('checkpoints').where({ model: 'audit', state: 'active' })
    expect(position).toBe(await product.head())
  })

beforeAll(async () => {
  product = await stage.product()
  workspace = await workspaceOf(product)
  token = workspace.admin.token
  const approver = () => colleague(product, workspace, { approver: true })
  approvers = [await approver(), await approver(), await approver()]
  unreachable = approvers[1]!
  const failing = requestMails.map((kind): MailKind => {
    const prepare: MailKind['prepare'] = async (fact, recipient, services) => {
      if (recipient === unreachable.userId) throw Object.assign(new Error(), { code: 'EENVELOPE' })
      return kind.prepare(fact, recipient, services)
    }
    return kind.purpose === 'request.created' ? { ...kind, prepare } : kind
  })
  await stage.worker(product, { mailKinds: [...workspaceMails, ...failing] })
  requestId = (await ask(product, workspace.admin, workspace.id, { title: 'Pay 12,500' })).body.id
  await eventually(async () => {
    const tried = (await effects(product)).filter(({ status }) => status === 'pending')
    if (tried[0]?.attempts !== 1) throw new Error('the mail that fails has not been tried')
  })
})
afterAll(() => stage.close())

test('mails without a final outcome have no entry, and are counted in the entry that caused them', async () => {
  const created = await oneOf('request.created', '&mails=folded')
  await eventually(async () =>
    expect(await oneOf('request.created', '&mails=folded')).toMatchObject({
      mails: { sent: 2, perhapsSent: 0, dropped: 0, failed: 0 },
    }),
  )
  expect((await history()).filter(({ target }) => target.id === requestId)).toHaveLength(1)
  expect((await mailsOf(created)).body).toHaveLength(2)
})

describe('after the last mail was given up', () => {
  beforeAll(async () => {
    product.clock.advance(25 * 3_600_000)
    await settled()
    token = await product.logIn(workspace.admin.userId)
  })

  test('the mails of a request have one entry with their counts', async () => {
    const entry = await oneOf('mail.failed')
    expect(entry).toMatchObject({
      actor: { userId: null, role: 'system' },
      target: { kind: 'request', id: requestId, label: 'Pay 12,500' },
      changes: [
        { field: 'sent', before: null, after: 2 },
        { field: 'failed', before: null, after: 1 },
      ],
      outcome: 'refused',
      mails: null,
    })
  })

  test('the entry for an invitation mail names the person', async () => {
    const invitations = (await history('&action=mail')).filter(({ target }) => target.kind === 'participant')
    const emails = approvers.map(({ email }) => email).toSorted()
    expect(invitations.map(({ target }) => target.label ?? '').toSorted()).toEqual(emails)
  })

  test('the chain has an entry for every event except outcomes that are not final', async () => {
    const { events } = await product.platform.eventStore.readAll({ after: null })
    const chained = events.filter(
      ({ type, data, metadata }) =>
        metadata['workspaceId'] === workspace.id && (type !== 'MailOutcomesRecorded' || data['isFinal']),
    )
    expect(chained.length).toBeLessThan(
      events.filter(({ metadata }) => metadata['workspaceId'] === workspace.id).length,
    )
    const entries = (await history()).toReversed()
    let previous = GENESIS
    const expected = chained.map(({ id, metadata }, i) => {
      previous = entryHash(previous, i + 1, id, metadata['hash'] as string)
      return { id, sequence: i + 1, hash: previous }
    })
    expect(entries.map(({ id, sequence, hash }) => ({ id, sequence, hash }))).toEqual(expected)
  })

  test('folded mails appear only as counts, and not as entries', async () => {
    const folded = (await get(`/workspaces/history/${workspace.id}?mails=folded`)).body
    expect(folded.entries.filter(({ action }: HistoryEntry) => action.startsWith('mail.'))).toEqual([])
    expect(folded.total).toBe(folded.entries.length)
    expect(await oneOf('request.created', '&mails=folded')).toMatchObject({
      mails: { sent: 2, perhapsSent: 0, dropped: 0, failed: 1 },
    })
    expect(await oneOf('workspace.created', '&mails=folded')).toMatchObject({ mails: null })
    expect(await oneOf('request.created')).toMatchObject({ mails: null })
  })

  test('lists every recipient with the outcome, unsent ones first', async () => {
    const mails: HistoryMail[] = (await mailsOf(await oneOf('mail.failed'))).body
    const to = ({ userId, email }: Colleague) => ({ userId, participantId: null, email, name: null })
    expect(mails[0]).toEqual({
      recipient: to(unreachable),
      purpose: 'request.created',
      outcome: 'failed',
      reason: 'EENVELOPE',
      at: expect.any(String),
    })
    const others = approvers.filter((approver) => approver !== unreachable).map(to)
    expect(mails.slice(1).map(({ recipient }) => recipient)).toEqual(expect.arrayContaining(others))
    expect(mails.slice(1)).toMatchObject(others.map(() => ({ outcome: 'sent', reason: null })))
    expect((await mailsOf(await oneOf('request.created'))).body).toEqual(mails)
  })

  test('a CSV names the people of each entry and everybody who was written to, with the outcome', async () => {
    await product.call('PATCH', '/participants/change-name', {
      token,
      body: { participantId: unreachable.participantId, name: 'Zoë "Z" Öz: sent' },
    })
    const csv = async (query = '') => {
      const path = `/workspaces/history-export/${workspace.id}?format=csv${query}`
      const { body } = await get(path, await product.logIn(workspace.admin.userId))
      return Papa.parse<Record<string, string>>(String(body).slice(1), { header: true }).data
    }
    const data = await csv()
    const failed = data.find((row) => row['What'] === 'E-mails of which some failed')!
    const mails = failed['Recipients of e-mails']!.split('; ')
    const others = approvers.filter((approver) => approver !== unreachable)
    expect(mails[0]).toBe(
      String.raw`"Zoë \"Z\" Öz: sent" ${unreachable.email}: Question to the approver, failed (EENVELOPE)`,
    )
    expect(mails.slice(1).toSorted()).toEqual(
      others.map(({ email }) => `${email}: Question to the approver, sent`).toSorted(),
    )
    const renamed = data.find((row) => row['What'] === 'Name changed')
    expect(renamed).toMatchObject({
      'E-mail address of the person concerned': unreachable.email,
      'Title or name': 'Zoë "Z" Öz: sent',
    })
    const created = (await csv('&mails=folded')).find((row) => row['What'] === 'Request created')!
    expect(created['Recipients of e-mails']!.split('; ')).toEqual(mails)
  })

  test('lists an invited person as a participant', async () => {
    const [invited] = (await history()).filter(({ action }) => action === 'participant.invited')
    expect((await mailsOf(invited!)).body).toMatchObject([
      {
        recipient: { userId: null, participantId: invited!.target.id, email: invited!.target.label },
        purpose: 'workspace.invitation',
      },
    ])
  })

  test('the list is paged', async () => {
    const entry = await oneOf('mail.failed')
    const all = (await mailsOf(entry)).body
    const pages: HistoryMail[][] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body, headers } = await mailsOf(entry, `&limit=1${cursor && `&cursor=${cursor}`}`)
      pages.push(body)
      cursor = headers['x-next-cursor'] as string | undefined
    }
    expect(pages.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(pages.flat()).toEqual(all)
    for (const cursor of ['x', Buffer.from('sent a.b').toString('base64url'), '%00'])
      expect(await mailsOf(entry, `&cursor=${cursor}`)).toMatchObject({ status: 400 })
  })

  test('does not list the mails of another workspace', async () => {
    const { id } = await oneOf('request.created')
    const other = await workspaceOf(product)
    const path = `/workspaces/history-mails/${other.id}?cause=${id}`
    expect(await get(path, other.admin.token)).toMatchObject({ status: 200, body: [] })
    expect((await mailsOf({ id: randomUUID() })).body).toEqual([])
  })

  test('a rebuilt log is identical', async () => {
    const { db } = product.platform
    const rows = async () => [
      await db('audit_entries').orderBy(['workspace_id', 'sequence']),
      await db('audit_mails').orderBy(['cause_id', 'purpose', 'recipient']),
    ]
    const before = await rows()
    expect(before[1]).not.toEqual([])
    await rebuild(product.platform.db)
    expect(await rows()).toEqual(before)
  })
})
