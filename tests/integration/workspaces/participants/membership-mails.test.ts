import { afterEach, expect, test } from 'vitest'
import { namesakeMails } from '#modules/workspaces/participants/namesakes.mail-kinds.ts'
import { namesakeReactor } from '#modules/workspaces/participants/namesakes.reactor.ts'
import { rightsMails } from '#modules/workspaces/participants/rights.mail-kinds.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const stage = openStage()
afterEach(() => stage.close())

/** A workspace with a second admin and a regular user, whose first mails have gone out. */
const furnished = async () => {
  const product = await stage.product()
  const own = await workspaceOf(product)
  const second = await colleague(product, own, { role: 'admin' })
  const ben = await colleague(product, own, { approver: true })
  await stage.worker(product, {
    mailKinds: [...workspaceMails, ...rightsMails, ...namesakeMails],
    reactors: [namesakeReactor(product.platform)],
  })
  const mails = async (subject: string | RegExp) =>
    (await inbox(product))
      .filter((mail) => (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)))
      .map(({ to, text }) => ({ to, text }))
  /** Once as many as said have come with this subject. */
  const arrived = (subject: string | RegExp, to: readonly string[]) =>
    eventually(async () => {
      const found = await mails(subject)
      expect(found.map((mail) => mail.to).toSorted()).toEqual(to.toSorted())
      return found
    })
  return { product, own, second, ben, arrived, mails }
}

test('removed and deactivated participants get a mail that names the actor; reactivated ones do not', async () => {
  const { product, own, second, ben, arrived, mails } = await furnished()
  const { token } = own.admin
  const activity = (participantId: string, value: boolean) =>
    product.call('PATCH', '/participants/change-activity', { token, body: { participantId, value } })
  await activity(ben.participantId, false)
  await activity(ben.participantId, true)
  await activity(second.participantId, false)
  const [toBen] = await arrived(`${own.admin.email} suspended your access to “Praxis”`, [
    ben.email,
    second.email,
  ])
  expect(toBen!.text).toContain(`By: ${own.admin.email}`)
  expect(toBen!.text).toContain('(Europe/Berlin)')
  await product.call('DELETE', `/workspaces/remove-from-workspace/${own.id}`, {
    token,
    body: { participantId: ben.participantId },
  })
  await arrived(`${own.admin.email} removed you from “Praxis”`, [ben.email])
  expect(await mails(`${own.admin.email} suspended your access to “Praxis”`)).toHaveLength(2)
})

test('a new admin, promoted or invited, is announced to the other admins only', async () => {
  const { product, own, second, ben, arrived } = await furnished()
  const { token, email } = own.admin
  const [aboutSecond] = await arrived(`${second.email} is now an admin in “Praxis”`, [email])
  expect(aboutSecond!.text).toContain(`${email} invited ${second.email} as an admin`)
  expect(aboutSecond!.text).toContain(`By: ${email}`)
  await product.call('PATCH', `/workspaces/convert-to-admin/${own.id}`, {
    token,
    body: { participantId: ben.participantId },
  })
  const [toBen] = await arrived(`${email} made you an admin of “Praxis”`, [ben.email])
  expect(toBen!.text).toContain(`${email} changed your rights in this workspace.`)
  const aboutBen = await arrived(`${ben.email} is now an admin in “Praxis”`, [email, second.email])
  expect(aboutBen.map(({ to }) => to).toSorted()).toEqual([email, second.email].toSorted())
  expect(aboutBen[0]!.text).toContain(`${email} has made ${ben.email} an admin.`)
  expect(aboutBen[0]!.text).toContain(`http://localhost/workspace/${own.id}`)
})

test('a name that looks like another is marked for both, and the admins are told once of each fact that makes it so', async () => {
  const { product, own, second, ben, arrived, mails } = await furnished()
  const { token, email } = own.admin
  const SUBJECT = /^Two people are called “B[eе]n.SCHULZ” or look like it – Praxis$/i
  const correct = async (participantId: string, name: string | null) =>
    (await product.call('PATCH', '/participants/change-name', { token, body: { participantId, name } })).body
  const alike = async () => {
    const { body } = await product.call('GET', `/workspaces/participants/${own.id}`, own.admin)
    return body.flatMap(({ participant }: any) => (participant.alike ? [participant.email] : [])).toSorted()
  }
  expect(await correct(second.participantId, 'Ben Schulz')).toMatchObject({ alike: false })
  expect(await correct(ben.participantId, 'Bеn SCHULZ')).toMatchObject({ name: 'Bеn SCHULZ', alike: true })
  expect(await alike()).toEqual([ben.email, second.email].toSorted())
  const [told] = await arrived(SUBJECT, [email, second.email])
  expect(told!.text).toContain(`New: “Bеn SCHULZ” · “${ben.email}”\nBefore: “Ben Schulz” · “${second.email}”`)

  const invite = async (to: string, name: string) =>
    (
      await product.call('POST', `/workspaces/invite-participant/${own.id}`, {
        token,
        body: { email: to, role: 'regular user', approver: true, requester: false, name },
      })
    ).body
  const invited = await invite('new@example.com', 'ben-schulz')
  expect(invited).toMatchObject({ alike: true })
  await arrived(SUBJECT, [email, email, second.email, second.email])
  const body = { participantId: invited.id }
  await product.call('DELETE', `/workspaces/revoke-invite/${own.id}`, { token, body })
  expect(await correct(ben.participantId, 'Ben Busch')).toMatchObject({ alike: false })
  expect(await alike()).toEqual([])
  const again = await product.call('POST', `/workspaces/resend-invite/${own.id}`, { token, body })
  expect(again.body).toMatchObject({ alike: true })
  await arrived(SUBJECT, [email, email, email, second.email, second.email, second.email])
  await correct(second.participantId, null)
  expect(await alike()).toEqual([])
  expect(await mails(SUBJECT)).toHaveLength(6)
  const { body: log } = await product.call(
    'GET',
    `/workspaces/history/${own.id}?action=participant.name-alike`,
    own.admin,
  )
  expect(log.entries).toMatchObject([
    { actor: { role: 'system' }, target: { id: invited.id } },
    { actor: { role: 'system' }, target: { id: invited.id } },
    { actor: { role: 'system' }, target: { id: ben.participantId } },
  ])
})

test('who gets or loses a right is told which, where and by whom, also after an own act', async () => {
  const { product, own, second, ben, arrived } = await furnished()
  const { email } = own.admin
  const change = (right: string, who: typeof ben, by: { readonly token: string }, value: boolean) =>
    product.call('PATCH', `/participants/change-${right}`, {
      token: by.token,
      body: { participantId: who.participantId, value },
    })
  await change('requester', ben, own.admin, true)
  const [gained] = await arrived(`${email} lets you make requests in “Praxis”`, [ben.email])
  for (const part of [
    `${email} changed your rights`,
    'New: make requests',
    `By: ${email}`,
    '(Europe/Berlin)',
  ])
    expect(gained!.text).toContain(part)
  expect(gained!.text).not.toMatch(/approve|Not you/)
  await change('approver', ben, own.admin, false)
  const [lost] = await arrived(`${email} took your right to approve in “Praxis”`, [ben.email])
  expect(lost!.text).toContain('Open requests to you have been closed.')
  await change('approver', second, second, true)
  const [mine] = await arrived('You can now approve in “Praxis”', [second.email])
  expect(mine!.text).toContain('Not you? Change your password')
})
