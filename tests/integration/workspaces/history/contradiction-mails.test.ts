import { afterEach, expect, test } from 'vitest'
import { contradictionMails } from '#modules/workspaces/history/contradictions.mail-kinds.ts'
import { noticeContradiction } from '#modules/workspaces/history/notice-contradiction.ts'
import { eventually } from '#support/eventually.ts'
import { openBeside } from '#support/product/beside.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const stage = openStage()
afterEach(() => stage.close())

const witnessOf = (name: string) => ({
  url: 'http://127.0.0.1:9',
  verifierKey: `${name}+00000000+BA==`,
  key: { name, id: Buffer.alloc(4), publicKey: Buffer.alloc(32) },
})

test('the admins are told once when a witness has seen another history, also by two workers at the same time', async () => {
  const product = await stage.product()
  const own = await workspaceOf(product)
  const second = await colleague(product, own, { role: 'admin' })
  await colleague(product, own, { approver: true })
  const beside = await openBeside(product)
  stage.defer(() => beside.close())
  await stage.worker(product, { mailKinds: contradictionMails })
  const auditor = witnessOf('auditor.example/w1')
  const notice = () =>
    Promise.all([product.platform, beside].map((platform) => noticeContradiction(platform, own.id, auditor)))
  await notice()
  await notice()
  await noticeContradiction(beside, own.id, witnessOf('insurer.example/w2'))
  const told = await eventually(async () => {
    const mails = (await inbox(product)).filter(({ subject }) => subject.startsWith('Warning: a witness'))
    expect(mails).toHaveLength(4)
    return mails
  })
  const admins = [own.admin.email, second.email].toSorted()
  for (const { verifierKey, key } of [auditor, witnessOf('insurer.example/w2')]) {
    const mails = told.filter(({ text }) => text.includes(`Witness: “${key.name}”`))
    expect([verifierKey, mails.map(({ to }) => to).toSorted()]).toEqual([verifierKey, admins])
  }
  expect(told[0]!.text).toContain(`/workspace/${own.id}?tab=audit`)
  expect(told[0]!.text).toContain('Reported on: ')
  await product.projector.caughtUp()
  const path = `/workspaces/history/${own.id}?action=workspace.history-contradicted`
  const { body: log } = await product.call('GET', path, own.admin)
  expect(log.entries).toMatchObject([
    { actor: { role: 'system' }, target: { id: own.id } },
    { actor: { role: 'system' }, target: { id: own.id } },
  ])
})

test('a workspace that is closed meanwhile is told of nothing', async () => {
  const product = await stage.product()
  const id = '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11'
  await expect(noticeContradiction(product.platform, id, witnessOf('w.example'))).resolves.toBeUndefined()
})
