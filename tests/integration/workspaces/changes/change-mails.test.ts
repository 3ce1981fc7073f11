import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeMails } from '#modules/workspaces/changes/changes.mail-kinds.ts'
import { callBackMails } from '#modules/workspaces/call-back/call-backs.mail-kinds.ts'
import { unlinked } from '#modules/mails/letter.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { colleague } from '#support/product/workspaces.ts'
import { changesOf, type Protected } from '#support/workspaces/changes.ts'

const stage = openStage()
let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await stage.product()
  api = changesOf(product)
  await stage.worker(product, { mailKinds: [...changeMails, ...callBackMails] })
})
afterAll(() => stage.close())

const DONE = / (invited|made|activated|deactivated|removed) /

const subjectsTo = async (email: string) =>
  (await inbox(product)).filter(({ to }) => to === email).map(({ subject }) => subject)
const mailTo = (email: string, subject: string) =>
  eventually(async () => {
    const found = (await inbox(product)).find((mail) => mail.to === email && mail.subject === subject)
    expect(found).toBeDefined()
    return found!
  })
const promote = ({ id, anna }: Protected, participantId: string) =>
  api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, { participantId })

test('a change that waits asks the other admins, and its outcome is told to who asked', async () => {
  const team = await api.protectedTeam()
  const { anna, cleo, ben } = team
  const changeId = api.waiting(await promote(team, ben.participantId))
  const { text } = await eventually(async () => {
    const found = (await inbox(product)).find(
      (mail) => mail.to === cleo.email && mail.text.includes(`http://localhost/m/changes/${changeId}`),
    )
    expect(found).toBeDefined()
    return found!
  })
  expect(text).toContain(anna.email)
  expect(text).toContain(`Make ${ben.email} an admin`)
  await api.refuse(cleo, changeId)
  const refused = await mailTo(anna.email, `Your change was refused: Make ${ben.email} an admin – Praxis`)
  expect(refused.text).toContain(`By: ${cleo.email}`)
  await api.approve(cleo, cleo.phone, api.waiting(await promote(team, ben.participantId)))
  await mailTo(anna.email, `Your change is done: Make ${ben.email} an admin – Praxis`)
  for (const { email } of [anna, ben])
    expect((await subjectsTo(email)).join('\n')).not.toContain('asks you to decide')
})

test('many rows of one invitation ask with one mail', async () => {
  const { anna, cleo, id } = await api.protectedTeam()
  const participants = ['x', 'y', 'z'].map((name) => ({
    email: `${name}-${id.slice(0, 8)}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }))
  await api.call(anna, 'POST', `/workspaces/invite-participants/${id}`, { participants })
  const mail = await eventually(async () => {
    const found = (await inbox(product)).find(
      ({ to, text }) => to === cleo.email && text.includes(id.slice(0, 8)),
    )
    expect(found).toBeDefined()
    return found!
  })
  expect(mail.text).toContain('2 more changes wait with it.')
  const [pending] = (await api.call(cleo, 'GET', `/changes/list/${id}?state=pending`)).body
  await api.refuse(cleo, pending.id)
  await mailTo(
    anna.email,
    `Your change was refused: Invite ${unlinked(pending.target.label)} as an approver – Praxis`,
  )
  // Events cause mails in their order: by now all of them have, one for the protection and one for the rows.
  const stream = `workspace-${id}`
  expect(await product.platform.db('effects').where({ stream, purpose: 'change.waiting' })).toHaveLength(2)
})

test('without protection the other admins are told of what an admin does alone', async () => {
  const team = await api.team()
  const { anna, cleo, ben, id } = team
  const emil = await colleague(product, team, { approver: true })
  const admin = await colleague(product, team, { role: 'admin' })
  const activity = (participantId: string, value: boolean) =>
    api.call(anna, 'PATCH', '/participants/change-activity', { participantId, value })
  await api.call(anna, 'PATCH', '/participants/change-approver', {
    participantId: ben.participantId,
    value: true,
  })
  await activity(emil.participantId, false)
  await activity(emil.participantId, true)
  await activity(admin.participantId, false)
  await api.call(anna, 'DELETE', `/workspaces/remove-from-workspace/${id}`, {
    participantId: admin.participantId,
  })
  const said = [
    `Invite “${unlinked(emil.email)}” as an approver`,
    `Invite “${unlinked(admin.email)}” as an admin`,
    `Make ${ben.email} an approver`,
    `Activate ${emil.email} again`,
    `Deactivate the admin ${admin.email}`,
    `Remove the admin ${admin.email}`,
  ]
  await eventually(async () => {
    const mails = (await inbox(product)).filter(({ to, subject }) => to === cleo.email && DONE.test(subject))
    const missing = said.filter((sentence) => !mails.some(({ text }) => text.includes(sentence)))
    expect(missing).toEqual([])
    expect(mails.every(({ text }) => text.includes(`By: ${anna.email}`))).toBe(true)
  })
  expect((await subjectsTo(anna.email)).join('\n')).not.toMatch(DONE)
  await mailTo(cleo.email, `${anna.email} made ${ben.email} an approver – Praxis`)
})

test('a changed call-back number is told to its owner and all admins, also to who changed it', async () => {
  const { anna, cleo, ben } = await api.team()
  const number = '+4935147110'
  const set = (to: string | null) =>
    api.call(anna, 'PATCH', '/participants/change-call-back', {
      participantId: ben.participantId,
      number: to,
    })
  await set(number)
  await set(null)
  const { text } = await mailTo(ben.email, 'Your call-back number was changed – Praxis')
  for (const said of [number, `Changed by: ${anna.email}`, 'only after a waiting time'])
    expect(text).toContain(said)
  await mailTo(ben.email, 'Your call-back number was removed – Praxis')
  for (const admin of [anna, cleo]) {
    await mailTo(admin.email, `Call-back number of ${ben.email} changed – Praxis`)
    await mailTo(admin.email, `Call-back number of ${ben.email} removed – Praxis`)
  }
})

test('a number that waits for a second admin asks them, and counts at once when they have signed', async () => {
  const { anna, cleo, ben } = await api.protectedTeam()
  const asked = await api.call(ben, 'PATCH', '/participants/change-call-back', {
    participantId: ben.participantId,
    number: '+4935147110',
  })
  const changeId = api.waiting(asked)
  for (const admin of [anna, cleo]) {
    const { text } = await mailTo(
      admin.email,
      `${ben.email} asks you to decide a change: Change the call-back number of ${ben.email} – Praxis`,
    )
    expect(text).toContain(`Change the call-back number of ${ben.email}`)
  }
  await api.approve(cleo, cleo.phone, changeId)
  const { text } = await mailTo(ben.email, 'Your call-back number was changed – Praxis')
  expect(text).toContain('A second admin has approved the new number')
  await mailTo(ben.email, `Your change is done: Change the call-back number of ${ben.email} – Praxis`)
})

test('the mail about an invitation names the person, also if they were removed before it goes', async () => {
  const own = await stage.product()
  const { anna, cleo, ...team } = await changesOf(own).team()
  const admin = await colleague(own, team, { role: 'admin' })
  await own.call('DELETE', `/workspaces/remove-from-workspace/${team.id}`, {
    token: anna.token,
    body: { participantId: admin.participantId },
  })
  await stage.worker(own, { mailKinds: changeMails })
  await eventually(async () => {
    const texts = (await inbox(own)).filter(({ to }) => to === cleo.email).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining(`Invite “${unlinked(admin.email)}” as an admin`))
  })
})
