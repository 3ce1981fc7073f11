import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeMails } from '#modules/workspaces/changes/changes.mail-kinds.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Person, Product } from '#support/product/product.ts'
import { changesOf } from '#support/workspaces/changes.ts'

const stage = openStage()
let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await stage.product()
  api = changesOf(product)
  await stage.worker(product, { mailKinds: [...changeMails] })
})
afterAll(() => stage.close())

const allow = (who: Person, id: string, breakGlass = true) =>
  api.call(who, 'PATCH', `/workspaces/update-settings/${id}`, { breakGlass })
const isAllowed = async (who: Person, id: string) =>
  (await api.call(who, 'GET', `/workspaces/${id}`)).body.breakGlass
const mailTo = (email: string, part: string) =>
  eventually(async () => {
    const found = (await inbox(product)).find(({ to, subject }) => to === email && subject.includes(part))
    expect(found).toBeDefined()
    return found!
  })

test('emergency approvals are off at first; an admin allows them, which the log and the other admins are told', async () => {
  const { anna, cleo, ben, id } = await api.team()
  expect(await isAllowed(anna, id)).toBe(false)
  expect(await allow(ben, id)).toMatchObject({ status: 403 })
  expect(await allow(anna, id)).toMatchObject({ status: 200, body: { breakGlass: true } })
  const mail = await mailTo(cleo.email, 'allowed emergency approvals by one admin alone')
  expect(mail.text).toContain('Allow emergency approvals by one admin alone')
  expect(mail.text).toContain(`By: ${anna.email}`)
  await allow(anna, id, false)
  await mailTo(cleo.email, 'no longer allows emergency approvals')
  const { body } = await api.call(anna, 'GET', `/workspaces/history/${id}?action=workspace`)
  expect(body.entries.slice(0, 2)).toMatchObject([
    {
      action: 'workspace.settings-changed',
      changes: [{ field: 'breakGlass', before: true, after: false }],
    },
    { action: 'workspace.settings-changed', changes: [{ field: 'breakGlass', after: true }] },
  ])
  const mails = (await inbox(product)).filter(
    ({ to, subject }) => to === anna.email && /emergency/.test(subject),
  )
  expect(mails).toEqual([])
})

test('where people are protected, a second admin signs it', async () => {
  const { anna, cleo, id } = await api.protectedTeam()
  const answer = await allow(anna, id)
  expect(answer).toMatchObject({
    status: 202,
    body: { change: { changes: [{ field: 'breakGlass', before: false, after: true }] } },
  })
  expect(await isAllowed(anna, id)).toBe(false)
  await mailTo(cleo.email, 'Allow emergency approvals by one admin alone')
  expect(await api.approve(cleo, cleo.phone, api.waiting(answer))).toMatchObject({ body: { state: 'done' } })
  expect(await isAllowed(anna, id)).toBe(true)
})

test('allowing them needs a fresh login', async () => {
  const { anna, id } = await api.team()
  const { clock } = product
  clock.advance(6 * 60_000)
  expect(await allow(anna, id)).toMatchObject({ status: 403, body: { code: 'login.too-old' } })
})
