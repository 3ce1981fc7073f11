import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DemoLogin } from '#contract/mailbox.ts'
import { signaturesOf, type SignatureFound } from '#modules/requests/proof/verify-request.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { createDemo } from '../../../services/local/demo/demo.ts'
import { workDaysBefore } from '../../../services/local/demo/work-days.ts'
import { buildWorker } from '../../../services/worker/worker.ts'

type Found = { readonly id: string; readonly name: string; readonly subscription: string }

let product: Product
let logins: readonly DemoLogin[]
let lastDay: Date
let admin: string
let treasury: string

const get = async (path: string, token: string): Promise<Answered> => {
  const answer = await product.call('GET', path, { token })
  expect(answer).toMatchObject({ status: 200 })
  return answer
}
const logIn = async (as: DemoLogin['as']): Promise<string> => {
  const { email, password } = logins.find((login) => login.as === as)!
  const path = as === 'super admin' ? '/auth/login/super' : '/auth/login'
  const answer = await product.call('POST', path, { body: { email, password } })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.access_token
}
const allWorkspaces = async (): Promise<Found[]> =>
  (await get('/workspaces/workspace-with-participants/list', await logIn('super admin'))).body

beforeAll(async () => {
  product = await openProduct()
  const { platform } = product
  lastDay = workDaysBefore(platform.clock.now(), 1)[0]!
  logins = await createDemo(platform, { mailsLastDay: true })
  admin = await logIn('admin')
  treasury = (await allWorkspaces()).find(({ name }) => name === 'Nordwind Treasury')!.id
}, 300_000)
afterAll(() => product?.close())

test('the demo has sixty people, in four workspaces that are paid, in their trial and inactive', async () => {
  const workspaces = await allWorkspaces()
  expect(workspaces.map(({ subscription }) => subscription).toSorted()).toEqual([
    'inactive',
    'premium',
    'premium',
    'trial',
  ])
  const { db } = product.platform
  const accounts: string[] = await db('users').whereNot({ role: 'super admin' }).pluck('address_hash')
  const invited: string[] = await db('participants').whereNot({ invite: 'accepted' }).pluck('address_hash')
  expect(new Set([...accounts, ...invited]).size).toBe(60)
  const invites = await db('participants')
    .where({ workspace_id: treasury })
    .distinct('invite')
    .pluck('invite')
  expect(invites).toEqual(expect.arrayContaining(['accepted', 'pending']))
  const expired = await db('participants')
    .whereNot({ invite: 'accepted' })
    .where('invitation_expires_at', '<', new Date())
  expect(expired.length).toBeGreaterThan(1)
})

test('its requests have ended in every way, and some are open', async () => {
  const { rows } = await product.platform.db.raw<{ rows: { ended: string }[] }>(
    `SELECT DISTINCT concat_ws(' ', type, status, closed_reason) AS ended FROM requests`,
  )
  const ended = rows.map((row) => row.ended)
  expect(ended.toSorted()).toEqual([
    'approval approved',
    'approval declined',
    'approval declined expired',
    'approval declined reported',
    'approval declined withdrawn',
    'approval pending',
    'verification approved',
    'verification declined code-mismatch',
    'verification declined expired',
  ])
  const asked = await get('/requests/inbox', await logIn('approver'))
  expect(asked.body.length).toBeGreaterThan(3)
  const { body } = await get(`/requests/list/${treasury}`, await logIn('requester'))
  expect(body.length).toBeGreaterThan(5)
})

test('its people work from Monday to Friday', async () => {
  const times: Date[] = await product.platform.db('audit_entries').whereNotNull('actor_user_id').pluck('at')
  expect(times.length).toBeGreaterThan(300)
  expect(times.filter((at) => at.getUTCDay() % 6 === 0)).toEqual([])
})

test('its largest audit log is whole, and each signature in it is proved', async () => {
  const { body } = await get(`/workspaces/history-export/${treasury}?format=jsonl`, admin)
  const verified = await verifyHistory(Readable.from(String(body).trimEnd().split('\n')))
  expect(verified).toMatchObject({ isWhole: true })
  expect(verified.entries).toBeGreaterThan(450)
  expect(verified.signatures).toBeGreaterThan(50)
  const found: SignatureFound[] = []
  for await (const signature of signaturesOf(product.platform, treasury, [])) found.push(signature)
  expect(found.length).toBe(verified.signatures)
  expect(found.filter(({ fault }) => fault !== null)).toEqual([])
})

test(
  'a worker sends the mails of its last day, and none of the days before',
  { timeout: 120_000 },
  async () => {
    const worker = buildWorker(product.platform)
    await worker.start()
    try {
      await vi.waitFor(() => effectsSettled(product.platform), { timeout: 100_000 })
    } finally {
      await worker.stop()
    }
    const { rows: mails } = await product.platform.db.raw<{ rows: { at: string; mailed: boolean }[] }>(
      `SELECT facts.metadata::json ->> 'at' AS at, mails.message_id IS NOT NULL AS mailed
     FROM effects JOIN event_store.events facts ON facts.id = effects.event_id
     LEFT JOIN mailbox_messages mails ON mails.message_id = '<' || effects.id || '@localhost>'`,
    )
    const isOld = ({ at }: { at: string }) => new Date(at) < lastDay
    expect(mails.filter(isOld).length).toBeGreaterThan(300)
    expect(mails.filter((mail) => isOld(mail) && mail.mailed)).toEqual([])
    expect(mails.filter((mail) => !isOld(mail) && mail.mailed).length).toBeGreaterThan(3)
    // Its people set up their devices before they joined: no log begins with all of them.
    const { body } = await get(`/workspaces/history/${treasury}`, admin)
    expect(body.entries.map(({ action }: { action: string }) => action)).not.toContain(
      'participant.device-enrolled',
    )
  },
)

test('an installation with workspaces refuses the demo', async () => {
  const head = await product.head()
  await expect(createDemo(product.platform, { mailsLastDay: true })).rejects.toThrow('has workspaces')
  expect(await product.head()).toBe(head)
})
