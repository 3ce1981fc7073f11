import { afterAll, beforeAll, expect, test } from 'vitest'
import { absenceMails } from '#modules/workspaces/absence/absences.mail-kinds.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Person, Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'
import { changesOf } from '#support/workspaces/changes.ts'

const DAY = 86_400_000
const stage = openStage()
let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await stage.product()
  api = changesOf(product)
  await stage.worker(product, { mailKinds: absenceMails })
})
afterAll(() => stage.close())

const iso = (days: number) => new Date(product.clock.now().getTime() + days * DAY).toISOString()
const set = (who: Person, participantId: string, given: object = {}) =>
  api.call(who, 'PATCH', '/participants/absence', {
    participantId,
    from: iso(-1),
    until: iso(6),
    deputies: [],
    ...given,
  })
const subjectsTo = async (email: string) =>
  (await inbox(product)).filter(({ to }) => to === email).map(({ subject }) => subject)

test('who is away names deputies; who may ask sees it before, and everybody concerned gets a mail', async () => {
  const team = await api.team()
  const emil = await colleague(product, team, { approver: true })
  const frida = await colleague(product, team, { approver: true, requester: true })
  const answer = await set(emil, emil.participantId, { deputies: [frida.participantId] })
  const absence = { deputies: [{ participantId: frida.participantId, email: frida.email }] }
  expect(answer).toMatchObject({ status: 200, body: { id: emil.participantId, absence } })
  const { body: approvers } = await api.call(team.anna, 'GET', `/requests/approvers/${team.id}`)
  const shown = (id: string) => approvers.find((one: { participantId: string }) => one.participantId === id)
  expect(shown(emil.participantId)).toMatchObject({ absence })
  expect(shown(frida.participantId)).toMatchObject({ absence: null })
  const { body: fridas } = await api.call(frida, 'GET', `/requests/approvers/${team.id}`)
  expect(fridas).toContainEqual(
    expect.objectContaining({ email: emil.email, absence: expect.objectContaining({ deputies: [] }) }),
  )
  const possible = await api.call(emil, 'GET', `/participants/deputies/${team.id}/${emil.participantId}`)
  expect(possible.body.map(({ email }: { email: string }) => email).toSorted()).toEqual(
    [team.anna.email, frida.email].toSorted(),
  )
  const { userWorkspaces } = (await api.call(emil, 'GET', '/users/related-workspaces')).body
  expect(userWorkspaces).toMatchObject([{ absence }])
  await set(team.anna, emil.participantId, { from: null, until: null })
  expect(
    (await api.participants(team.anna, team.id)).every((one: { absence: unknown }) => one.absence === null),
  ).toBe(true)
  await eventually(async () => {
    expect(await subjectsTo(emil.email)).toEqual(
      expect.arrayContaining(['Your absence is set – Praxis', 'Your absence has ended – Praxis']),
    )
    expect(await subjectsTo(frida.email)).toEqual(
      expect.arrayContaining([
        `You are a deputy of ${emil.email} – Praxis`,
        `You are no longer a deputy of ${emil.email} – Praxis`,
      ]),
    )
  })
  const { entries } = (await api.call(team.anna, 'GET', `/workspaces/history/${team.id}?q=${frida.email}`))
    .body
  expect(entries.map(({ action }: { action: string }) => action)).toContain('participant.absence-set')
})

test('what is no absence is refused', async () => {
  const team = await api.team()
  const { anna, ben } = team
  const emil = await colleague(product, team, { approver: true })
  for (const [given, status, code] of [
    [{ until: null }, 400, 'input.invalid'],
    [{ until: iso(-2) }, 400, 'input.invalid'],
    [{ until: iso(400) }, 400, 'input.invalid'],
    [{ deputies: [ben.participantId] }, 409, 'deputy.unsuitable'],
    [{ deputies: [emil.participantId] }, 409, 'deputy.unsuitable'],
    [{ deputies: [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] }, 400, 'input.invalid'],
  ] as const)
    expectRefused(await set(emil, emil.participantId, given), status, code)
  expectRefused(await set(ben, emil.participantId), 403, 'access.denied')
  expectRefused(await set(anna, crypto.randomUUID()), 404, 'participant.not-found')
})

test('an admin who names somebody’s deputies waits for a second admin, who sees them; the person does not', async () => {
  const team = await api.team()
  const { anna, cleo, id } = team
  const emil = await colleague(product, team, { approver: true })
  const frida = await colleague(product, team, { approver: true })
  await api.approve(cleo, cleo.phone, api.waiting(await api.protect(anna, id)))
  const deputies = [frida.participantId]
  expect(await set(emil, emil.participantId, { deputies })).toMatchObject({
    status: 200,
    body: { absence: {} },
  })
  await set(emil, emil.participantId, { from: null, until: null })
  const changeId = api.waiting(await set(anna, emil.participantId, { deputies }))
  const { body: change } = await api.call(cleo, 'GET', `/changes/details/${changeId}`)
  expect(change).toMatchObject({
    action: 'participant.absence-set',
    changes: [{ field: 'absentFrom' }, { field: 'absentUntil' }, { field: 'deputies', after: deputies }],
    people: [{ participantId: frida.participantId, email: frida.email }],
  })
  expect(await api.approve(cleo, cleo.phone, changeId)).toMatchObject({ body: { state: 'done' } })
  const people = await api.participants(anna, id)
  expect(people.find((one: { id: string }) => one.id === emil.participantId)).toMatchObject({
    absence: { deputies: [{ email: frida.email }] },
  })
  await eventually(async () =>
    expect(await subjectsTo(frida.email)).toContain(`You are a deputy of ${emil.email} – Praxis`),
  )
})
