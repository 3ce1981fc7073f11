import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { changeCallBack } from '#contract/workspaces/call-back.ts'
import { relatedWorkspaces, type CallBack } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, membershipOf, participantOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { CallBackPage } from './CallBackPage.tsx'

beforeEach(signIn)

const OLD = '+493047110'
const NEW = '+493047112'
const NONE: CallBack = { callBackNumber: null, callBackWaiting: null }
const waits = (number: string) => ({ number, countsFrom: '2026-03-02T12:00:00.000Z' })

/** The page with these numbers; a change that the server takes leaves `after`. */
const showPage = async (before: CallBack, after: CallBack = before) => {
  const api = fakeApi()
  let kept = before
  api.answer(relatedWorkspaces, () => ({
    userWorkspaces: [membershipOf(kept), membershipOf({ id: ids.request, active: false })],
    nextCursor: null,
  }))
  api.answer(changeCallBack, () => {
    kept = after
    return participantOf(1, after)
  })
  const page = (
    <PhoneSessionProvider>
      <CallBackPage />
    </PhoneSessionProvider>
  )
  const { person } = renderAt('/call-back', page)
  await screen.findByRole('heading', { level: 2 })
  const type = async (number: string) => {
    await person.click(screen.getByRole('button', { name: /^(Add a|Change the) number/ }))
    const field = screen.getByRole('textbox', { name: 'Telephone number' })
    await person.clear(field)
    await person.type(field, number)
    await person.click(screen.getByRole('button', { name: 'Save number' }))
  }
  return { api, person, type }
}
const body = (number: string | null) => ({ body: { participantId: ids.participant, number } })

test('a first number is set as it is typed, and is shown with the time from which it counts', async () => {
  const { api, type } = await showPage(NONE, { callBackNumber: NEW, callBackWaiting: waits(NEW) })
  screen.getByText('No number on file, so there is none to call back on.')
  await type('+49 (0)30 471-12')
  await screen.findByText(/^Counts from .*2026/)
  screen.getByText(NEW)
  expect(screen.queryByText(/Until then/)).toBeNull()
  expect(api.sentTo(changeCallBack)).toMatchObject([body(NEW)])
})

test('while a new number waits, the one before it is shown as the one that counts', async () => {
  await showPage({ callBackNumber: OLD, callBackWaiting: waits(NEW) })
  screen.getByText(NEW)
  expect(screen.getByText(/Until then this number counts/).textContent).toContain(OLD)
})

test('only workspaces in which the user is active are listed', async () => {
  await showPage(NONE)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
})

test('something that is no number is refused in place and stays typed', async () => {
  const { api, type } = await showPage(NONE)
  await type('030 4711')
  screen.getByText(/Please enter the number with \+/)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('030 4711')
  expect(api.sentTo(changeCallBack)).toEqual([])
})

test('a refusal is shown beside the number, which stays typed', async () => {
  const { api, type } = await showPage(NONE)
  api.refuse(changeCallBack, 'participant.not-found')
  await type(NEW)
  await screen.findByRole('alert')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(NEW)
})

test('where people are protected, says until when the change waits for a second admin', async () => {
  const before = { callBackNumber: OLD, callBackWaiting: null }
  const { api, type } = await showPage(before)
  api.wait(changeCallBack, changeOf(1))
  const callBackAskedUntil = '2126-03-02T12:00:00.000Z'
  api.answer(relatedWorkspaces, {
    userWorkspaces: [membershipOf({ ...before, callBackAskedUntil })],
    nextCursor: null,
  })
  await type(NEW)
  await screen.findByText(/Nothing has changed yet: this waits for a second admin until .*2126/)
  screen.getByText(OLD)
})

test('a number is removed only after a question', async () => {
  const { api, person } = await showPage({ callBackNumber: OLD, callBackWaiting: null }, NONE)
  await person.click(screen.getByRole('button', { name: /^Remove the number/ }))
  const question = screen.getByRole('region', { name: /^Remove the number/ })
  expect(api.sentTo(changeCallBack)).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Remove number' }))
  await screen.findByText('No number on file, so there is none to call back on.')
  expect(api.sentTo(changeCallBack)).toMatchObject([body(null)])
})
