import { afterEach, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { approvalMuteMails } from '#modules/workspaces/mutes/approval-mutes.mail-kinds.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import { ask, enrol } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { eventually } from '#support/eventually.ts'

const stage = openStage()
afterEach(() => stage.close())

test('a reminder reaches who decides by mail, and not once it is decided', async () => {
  const product = await stage.product()
  const workspace = await workspaceOf(product)
  const ben = await colleague(product, workspace, { approver: true })
  const [open, decided] = await Promise.all(
    [1, 2].map(
      async () =>
        (await ask(product, workspace.admin, workspace.id, { approverId: ben.participantId })).body.id,
    ),
  )
  const { token } = workspace.admin
  for (const id of [open, decided]) await product.call('POST', `/requests/remind/${id}`, { token })
  await product.call('POST', `/requests/decline/${decided}`, { token: ben.token, body: {} })
  await stage.worker(product, { mailKinds: requestMails.filter(({ on }) => on === 'RequestReminded') })
  await settled(product, 2)
  const mails = await inbox(product)
  expect(mails.map(({ subject, to }) => [subject.split(':')[0], to])).toEqual([
    [`Reminder from ${workspace.admin.email}`, ben.email],
  ])
  expect(mails[0]!.text).toContain(`${workspace.admin.email} reminds you of this request`)
})

test('somebody who takes no approvals from the requester gets no mail about one, and the requester is told', async () => {
  const product = await stage.product()
  const workspace = await workspaceOf(product)
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const body = { participantId: anna.participantId, muted: true }
  await product.call('PATCH', '/participants/mute-approvals', { token: ben.token, body })
  expect(await ask(product, anna, workspace.id)).toMatchObject({ status: 201 })
  const told = [...requestMails, ...approvalMuteMails]
  await stage.worker(product, {
    mailKinds: told.filter(({ on }) => on === 'RequestCreated' || on === 'ApprovalsMuted'),
  })
  await settled(product, 3)
  const mails = await inbox(product)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([anna.email, workspace.admin.email].toSorted())
  const toAnna = mails.find(({ to }) => to === anna.email)!
  expect(toAnna.subject).toBe(`${ben.email} takes no approval requests from you for a day – Praxis`)
  expect(toAnna.text).toContain(`${ben.email} takes no approval requests from you for a day.`)
})

test('a mail about the outcome waits for the read model', async () => {
  const product = await stage.product()
  const { db } = product.platform
  const workspace = await workspaceOf(product)
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const phone = await enrol(product, ben)
  const toBen = { approverId: ben.participantId }
  const approved = (await ask(product, workspace.admin, workspace.id, toBen)).body.id
  const declined = (await ask(product, anna, workspace.id, toBen)).body.id
  const proof = await phone.prove(approved)

  // Locking the checkpoint stops the projection.
  const holding = await db.transaction()
  await holding('checkpoints').where({ model: 'requests' }).forUpdate()
  const answer = (path: string, body: unknown) => product.call('POST', path, { token: ben.token, body })
  for (const { status, headers } of await Promise.all([
    answer(`/requests/approve/${approved}`, proof),
    answer(`/requests/decline/${declined}`, {}),
  ]))
    expect([status, headers['x-read-model']]).toEqual([200, 'behind'])
  await stage.worker(product, { mailKinds: requestMails.filter(({ on }) => on !== 'RequestCreated') })
  await eventually(async () => {
    const rows = await db('effects')
    expect(rows).toHaveLength(4)
    for (const row of rows) expect(row).toMatchObject({ attempts: 1, lease_until: null })
  })
  await holding.rollback()
  product.clock.advance(60_000)
  await settled(product, 4)
  const mails = await inbox(product)
  for (const how of ['approved', 'declined'])
    expect(mails.filter(({ text }) => text.includes(`${ben.email} ${how} this request`))).toHaveLength(2)
})
