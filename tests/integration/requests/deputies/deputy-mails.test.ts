import { afterAll, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import { ask, enrol } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { absencesOf } from '#support/workspaces/absences.ts'

const stage = openStage()
afterAll(() => stage.close())

test('who is asked during an absence, and all deputies, get mail and push that say for whom; so do all once it is decided', async () => {
  const product = await stage.product()
  const workspace = await workspaceOf(product)
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const carl = await colleague(product, workspace, { approver: true })
  const dora = await colleague(product, workspace, { approver: true })
  const absences = absencesOf({ product })
  const phone = await enrol(product, dora)
  const toBen = { approverId: ben.participantId }
  const before = (await ask(product, anna, workspace.id, toBen)).body.id
  await absences.away(ben, [carl, dora])
  const { id } = (await ask(product, anna, workspace.id, toBen)).body

  const [created] = await product.facts(`request-${id}`)
  const push = requestPushes.find(({ purpose }) => purpose === 'push.request-created')!
  const told = await push.recipients(created as never, product.platform.commands)
  expect(told.toSorted()).toEqual([ben, carl, dora].map(({ userId }) => userId).toSorted())

  await product.call('POST', `/requests/approve/${id}`, { token: dora.token, body: await phone.prove(id) })
  await stage.worker(product, {
    mailKinds: requestMails.filter(({ on }) => on === 'RequestCreated' || on === 'RequestApproved'),
  })
  await settled(product, 8)
  const mails = await inbox(product)
  const to = (word: string) => mails.filter(({ subject }) => subject.includes(word)).map((mail) => mail.to)
  // That of before the absence is asked of Ben alone, and waits for the deputies without a mail.
  expect(mails.filter(({ text }) => text.includes(before)).map((mail) => mail.to)).toEqual([ben.email])
  expect(to('pproved').toSorted()).toEqual([anna, ben, carl, dora].map(({ email }) => email).toSorted())
  for (const { text } of mails.filter(({ subject }) => subject.includes('pproved')))
    expect(text).toContain(`Decided for: ${ben.email}`)
})

/** Ben is away, Dora is his deputy, and he is asked. */
const asked = async () => {
  const product = await stage.product()
  const workspace = await workspaceOf(product)
  const ben = await colleague(product, workspace, { approver: true })
  const dora = await colleague(product, workspace, { approver: true })
  const absences = absencesOf({ product })
  await absences.away(ben, [dora])
  await ask(product, workspace.admin, workspace.id, { approverId: ben.participantId })
  const send = async () => {
    await stage.worker(product, { mailKinds: requestMails.filter(({ on }) => on === 'RequestCreated') })
    await settled(product, 2)
    const mails = await inbox(product)
    const textTo = (email: string) => mails.find(({ to }) => to === email)?.text
    return { toBen: textTo(ben.email), toDora: textTo(dora.email) }
  }
  return { ben, absences, send }
}

test('a mail that asks a deputy says whom they stand in for', async () => {
  const { ben, send } = await asked()
  const { toBen, toDora } = await send()
  expect(toDora).toContain(`You decide for: ${ben.email}`)
  expect(toBen).not.toContain('You decide for')
})

test('no deputy is asked once the absence is over', async () => {
  const { ben, absences, send } = await asked()
  await absences.back(ben)
  expect(await send()).toEqual({ toBen: expect.any(String), toDora: undefined })
})
