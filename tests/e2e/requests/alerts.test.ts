import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { reportRequest } from '#contract/requests/decisions.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn } from '#support/product/local-product.ts'

const [ann, cara, ben] = ['ann@example.com', 'cara@example.com', 'ben@example.com']
let id = ''
let bens = ''

const join = async (email: string, role: 'admin' | 'regular user', token: string): Promise<string> => {
  const invited = await product.account(email)
  const body = { email, role, approver: true, requester: true } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(email, /invites you/), '/users/invite/')
  const params = { id: link.searchParams.get('invitationUuid')! }
  await product.call(acceptInvite, { token: invited.token, params })
  return invited.token
}

openSite({
  timeout: 180_000,
  prepare: async () => {
    const { token } = await product.account(ann)
    id = (await product.call(createWorkspace, { token, body: { name: 'Harbour' } })).id
    await join(cara, 'admin', token)
    bens = await join(ben, 'regular user', token)
  },
})

const openDesk = async (
  email: string,
  path: string,
  options: Parameters<typeof openPage>[2],
): Promise<Page> => {
  const page = await openPage(browser, product.origin, options)
  await signIn(page, email)
  const stream = page.waitForResponse((response) => response.url().endsWith('/users/live'))
  await page.goto(path)
  await stream
  return page
}

const barOn = (page: Page, count: number) =>
  page.getByRole('alert').getByRole('button', { name: count === 1 ? /^1 alert/ : `${count} alerts` })
const isGone = (page: Page) => page.getByRole('alert').getByRole('button').waitFor({ state: 'detached' })
/** Where the heading of the page is. Alerts must not move it. */
const headingTop = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y
const report = async (title: string): Promise<void> => {
  const body = { type: 'approval', title, anyApprover: true } as const
  const request = await product.call(createRequest, { token: bens, params: { id }, body })
  await product.call(reportRequest, { token: bens, params: { id: request.id } })
}

test.skipIf(noBrowser !== null)(
  `a report alerts every admin at once without moving their page, until each of them dismisses it${whySkipped}`,
  async () => {
    const anns = await openDesk(ann, `/workspace/${id}?tab=settings`, { width: 1280, height: 800 })
    const caras = await openDesk(cara, '/workspaces', { width: 320, height: 640, colorScheme: 'dark' })
    const nameField = anns.getByLabel(/^Name/)
    await nameField.fill('Half a na')

    const tops = await Promise.all([headingTop(anns), headingTop(caras)])
    await report('New bank account')
    await Promise.all([barOn(anns, 1).waitFor(), barOn(caras, 1).waitFor()])
    expect(await Promise.all([headingTop(anns), headingTop(caras)])).toEqual(tops)
    await nameField.and(anns.locator(':focus')).waitFor()
    expect(await nameField.inputValue()).toBe('Half a na')
    for (const [page, name] of [
      [anns, 'alert-desk'],
      [caras, 'alert-narrow'],
    ] as const) {
      await expectAccessible(page, name)
      await picture(page, name)
      await barOn(page, 1).click()
      await page.getByRole('listitem').getByText('New bank account').waitFor()
      await expectAccessible(page, `${name}, open`)
      await picture(page, `${name}-open`)
    }

    await caras.getByRole('button', { name: 'Dismiss' }).click()
    await isGone(caras)
    // Dismissed for the person, not for the browser.
    const others = await openDesk(cara, '/m', { width: 320, height: 568 })
    await report('Another account')
    await barOn(caras, 1).click()
    await caras.getByRole('listitem').getByText('Another account').waitFor()
    await barOn(others, 1).waitFor()
    await picture(others, 'alert-phone-320')

    await anns.goto('/m')
    await anns.setViewportSize({ width: 390, height: 664 })
    await barOn(anns, 2).waitFor()
    await picture(anns, 'alert-phone')
    await barOn(anns, 2).press('Enter')
    await anns.getByRole('button', { name: 'Dismiss all 2' }).waitFor()
    await expectAccessible(anns, 'alert-phone')
    await picture(anns, 'alert-phone-open')
    await anns.getByRole('link', { name: 'View in audit log' }).last().click()
    await anns.locator('.audit-list tbody tr').filter({ hasText: 'New bank account' }).first().waitFor()
    expect(new URL(anns.url()).searchParams.get('tab')).toBe('audit')
    await anns
      .locator('.audit-list tbody')
      .getByText(/Reported/i)
      .first()
      .waitFor()
  },
  180_000,
)
