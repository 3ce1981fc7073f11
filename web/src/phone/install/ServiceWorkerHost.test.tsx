import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { requestOf } from '../../testing/request-samples.ts'
import { signIn } from '../../testing/samples.ts'
import { PhoneSessionProvider } from '../accounts/sessions/phone-session.tsx'
import { ServiceWorkerHost } from './ServiceWorkerHost.tsx'

/** Installs a new build while the inbox is open. */
const showNewBuild = async () => {
  const [reload, postMessage] = [vi.fn(), vi.fn()]
  const build = Object.assign(new EventTarget(), { state: 'installed', postMessage })
  const registration = Object.assign(new EventTarget(), {
    active: {},
    waiting: null as typeof build | null,
    installing: null as typeof build | null,
  })
  const workers = Object.assign(new EventTarget(), { register: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  vi.stubGlobal('location', { ...location, reload })
  vi.stubEnv('DEV', false)
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllEnvs()
  })
  fakeApi()
  const listening = vi.spyOn(registration, 'addEventListener')
  const { person } = renderAt(
    '/',
    <PhoneSessionProvider>
      <ServiceWorkerHost />
    </PhoneSessionProvider>,
  )
  await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 20_000 })
  registration.installing = build
  registration.dispatchEvent(new Event('updatefound'))
  act(() => void build.dispatchEvent(new Event('statechange')))
  registration.waiting = build
  return { person, reload, postMessage, registration, workers }
}

test('the icon counts what waits, and what was answered elsewhere or is over leaves the screen', async () => {
  const setAppBadge = vi.fn(async () => {})
  const closed: string[] = []
  const shown = [1, 2].map((nr) => {
    const tag = `/m/requests/${requestOf(nr).id}`
    return { tag, close: () => void closed.push(tag) }
  })
  const over = { tag: 'changes', silent: true, close: () => void closed.push('changes') }
  const registration = Object.assign(new EventTarget(), { getNotifications: async () => [...shown, over] })
  const workers = Object.assign(new EventTarget(), { register: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true })
  vi.stubEnv('DEV', false)
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    Reflect.deleteProperty(navigator, 'setAppBadge')
    vi.unstubAllEnvs()
  })
  signIn()
  const api = fakeApi()
  api.answer(requestInbox, [requestOf(2)])
  api.answer(relatedWorkspaces, { userWorkspaces: [], nextCursor: null })
  api.answer(authOptions, { google: false, microsoft: false, push: null } as never)
  renderAt(
    '/',
    <PhoneSessionProvider>
      <ServiceWorkerHost />
    </PhoneSessionProvider>,
  )
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1), { timeout: 20_000 })
  await vi.waitFor(() => expect(closed).toEqual([shown[0]!.tag, over.tag]), { timeout: 20_000 })
})

const button = () => screen.findByRole('button', { name: 'Reload' })

test('the reload button activates a waiting build and reloads the page after that', async () => {
  const { person, reload, postMessage, workers } = await showNewBuild()
  await person.click(await button())
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take-over')
  expect(reload).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('the reload button reloads at once if another window has activated the build', async () => {
  const { person, reload, registration, workers } = await showNewBuild()
  registration.waiting = null
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  await person.click(await button())
  expect(reload).toHaveBeenCalledOnce()
})
