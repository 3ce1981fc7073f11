import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestList } from '#contract/requests/requests.ts'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { completeOnboarding } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { countsOf, ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { Onboarding } from './Onboarding.tsx'
import { useProgress } from './use-progress.ts'

beforeEach(() => {
  signIn()
  localStorage.clear()
})

const Here = () => {
  const [progress, setProgress] = useProgress(ids.workspace)
  if (progress.isPostponed) return <p>put off</p>
  const workspace = workspaceOf({ needsOnboarding: true })
  return (
    <Onboarding workspace={workspace} progress={progress} onProgress={setProgress} colleagues={<p>who?</p>} />
  )
}
const show = () => {
  const api = fakeApi()
  api.answer(participantCounts, countsOf({}))
  api.answer(devices, [])
  api.answer(requestList, [])
  return { api, ...renderAt('/workspace', <Here />) }
}
const button = (name: string) => screen.getByRole('button', { name })
const title = () => screen.getByRole('heading', { level: 2 }).textContent

test('moves through five steps by keyboard, focuses each one, and Finish sends one command', async () => {
  const { api, person } = show()
  let answered = (): void => {}
  const answer = new Promise<void>((resolve) => {
    answered = resolve
  })
  api.answer(completeOnboarding, async () => {
    await answer
    return { success: true, needsOnboarding: false } as const
  })
  const titles = [title()]
  const press = async (name: string) => {
    button(name).focus()
    await person.keyboard('{Enter}')
    titles.push(title())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
  }
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await press('Get Started')
  await screen.findByRole('img', { name: 'Opens the phone page' })
  await press('Next')
  expect(screen.getByText('who?')).toBeTruthy()
  await press('Back')
  for (const name of ['Next', 'Next', 'Next']) await press(name)
  expect(titles).toEqual([
    'Welcome to Vieraugen',
    'The app on your phone',
    'Add colleagues',
    'The app on your phone',
    'Add colleagues',
    'Who may do what',
    'If you need help',
  ])
  await person.click(button('Finish'))
  await person.click(button('Finish'))
  answered()
  await waitFor(() => expect(button('Finish').getAttribute('aria-disabled')).toBe('false'))
  expect(api.sentTo(completeOnboarding)).toMatchObject([{ params: { id: ids.workspace } }])
})

test('returns to the last step; postponed, it stays hidden in this browser', async () => {
  const { person } = show()
  await person.click(button('Get Started'))
  await person.click(button('Next'))
  cleanup()
  const again = show()
  expect(title()).toBe('Add colleagues')
  await again.person.click(button('Do this later'))
  cleanup()
  show()
  expect(screen.getByText('put off')).toBeTruthy()
})

test('a refusal shows its error and keeps the last step', async () => {
  localStorage.setItem(`vieraugen-onboarding ${ids.workspace}`, '{"step":4}')
  const { api, person } = show()
  api.refuse(completeOnboarding, 'command.conflict')
  await person.click(button('Finish'))
  await screen.findByRole('alert')
  expect(title()).toBe('If you need help')
})
