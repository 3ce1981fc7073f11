import { afterAll, beforeAll, expect, test } from 'vitest'
import { glassMails } from '#modules/requests/glass/glass.mail-kinds.ts'
import { eventually } from '#support/eventually.ts'
import { glassOf, REASON } from '#support/workspaces/glass.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { requestsOf } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

const stage = openStage()
let product: Product
beforeAll(async () => {
  product = await stage.product()
  await stage.worker(product, { mailKinds: [...glassMails] })
})
afterAll(() => stage.close())

test('all admins, who asked and everybody who was passed over are told, of the breaking and of its confirmation', async () => {
  const api = requestsOf(product)
  const glass = glassOf(api)
  const team = await glass.team()
  const { admin, carla, anna, ben, carlas } = team
  const stranger = await colleague(product, team, { approver: true, requester: true })
  const id = await api.newRequest(team)
  await glass.breakIt(id, team)
  const told = [admin, carla, anna, ben].map(({ email }) => email).toSorted()
  const mails = async (part: string) => (await inbox(product)).filter(({ text }) => text.includes(part))
  const to = async (part: string) => (await mails(part)).map((mail) => mail.to).toSorted()
  await eventually(async () => expect(await to('approved this request alone')).toEqual(told))
  const [mail] = await mails('approved this request alone')
  expect(mail!.subject).toContain(`Emergency: ${admin.email} approved alone`)
  expect(mail!.text).toContain(REASON)
  expect(mail!.text).toContain('A second person must confirm this until')
  expect(mail!.text).toContain(`/m/requests/${id}`)
  await glass.confirm(id, carla, carlas)
  await eventually(async () => expect(await to('confirmed the emergency approval')).toEqual(told))
  expect((await inbox(product)).filter((one) => one.to === stranger.email)).toEqual([])
})
