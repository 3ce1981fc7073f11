import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { pressOn } from '#support/browser/keyboard.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn } from '#support/product/local-product.ts'

const OPERATOR = 'operator@example.com'
/** DD/MM/YYYY, `days` from today. */
const daysAhead = (days: number) =>
  addDays(dateIn('Europe/Berlin', new Date()), days).split('-').toReversed().join('/')

openSite({ settings: { CONTACT_EMAIL: OPERATOR }, timeout: 180_000 })

describe.skipIf(noBrowser !== null)(`the settings of a workspace${whySkipped}`, () => {
  const workspaceOf = async (name: string) => {
    const ada = await product.account()
    const { id } = await product.call(createWorkspace, { token: ada.token, body: { name } })
    const page = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(page, ada.email)
    await page.goto(`/workspace/${id}?tab=settings`)
    return { ada, id, page }
  }
  const press = (page: Page, name: RegExp | string) => pressOn(page, page.getByRole('button', { name }))

  test(
    'an offer is requested by keyboard, with a message at each limit, and mailed with its reference',
    { timeout: 120_000 },
    async () => {
      const { ada, page } = await workspaceOf('Old Harbour')
      await page.getByRole('heading', { name: 'Subscription' }).waitFor()
      await expectAccessible(page, 'the settings')
      await picture(page, 'settings')
      await page.getByRole('heading', { name: 'Old Harbour' }).focus()
      await press(page, 'Request an offer')
      const dialog = page.getByRole('dialog')
      const fault = (name: string, text: string) =>
        dialog.getByRole('textbox', { name: new RegExp(`^${name}`), description: text }).waitFor()
      const retype = async (name: string, text: string) => {
        const field = dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
        await field.focus()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await dialog
        .getByRole('textbox', { name: /^First name/ })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('Enter')
      await fault('First name', 'Field is required.')
      await fault('House number', 'Required field')
      await fault('Zip code', '5 digits')
      await fault('Start date', 'Required field')
      await expectAccessible(page, 'the offer with its faults')
      await picture(page, 'offer-faults')
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await picture(page, 'offer-faults-narrow')
      await page.setViewportSize({ width: 1280, height: 900 })
      for (const [name, short, text, good] of [
        ['First name', 'Ad', 'Must be 3 characters at least', 'Ada'],
        ['Last name', 'Lo', 'Must be 3 characters at least', 'Lovelace'],
        ['Company', 'AB', 'Must be 3 characters at least', 'Ada & Co'],
        ['Street', 'St', 'Must be 3 characters at least', 'Am Hafen'],
        ['House number', ' ', 'Required field', '7'],
        ['Zip code', '0106', '5 digits', '01069'],
        ['Start date', daysAhead(-1), 'The start date is in the past', daysAhead(366)],
      ] as const) {
        await retype(name, short)
        await fault(name, text)
        await retype(name, good)
      }
      await fault('Start date', 'The start date is more than a year ahead')
      await retype('Start date', daysAhead(365))
      expect(await dialog.getByRole('combobox', { name: /^Run time/ }).inputValue()).toBe('12 Monate')
      expect(await dialog.getByLabel(/^Number of seats/).inputValue()).toBe('10')
      await press(page, 'Request the offer')
      const done = dialog.getByText(/^The offer was requested/)
      await done.waitFor()
      const [reference] = /VA-[0-9A-F]{4}-[0-9A-F]{4}/.exec((await done.textContent()) ?? '')!
      await picture(page, 'offer-done')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText(`${reference} · `).waitFor()
      for (const to of [OPERATOR, ada.email])
        expect((await product.mail(to, new RegExp(reference))).text).toContain('Am Hafen 7, 01069')
    },
  )

  test(
    'a workspace is deleted by keyboard after typing its name, leaves the list, and everybody gets a mail',
    { timeout: 120_000 },
    async () => {
      const { ada, id, page } = await workspaceOf('New Harbour')
      const ben = await product.account()
      await product.call(inviteParticipant, {
        token: ada.token,
        params: { id },
        body: { email: ben.email, role: 'regular user', approver: true, requester: false },
      })
      const link = linkIn(await product.mail(ben.email, /invites you/), '/users/invite/')
      const invitation = { id: link.searchParams.get('invitationUuid')! }
      await product.call(acceptInvite, { token: ben.token, params: invitation })
      await page.getByRole('heading', { name: 'New Harbour' }).focus()
      await press(page, 'Delete workspace')
      const dialog = page.getByRole('dialog', { name: 'Delete New Harbour?' })
      const field = dialog.getByRole('textbox', { name: 'Name of the workspace, to confirm' })
      await field.and(page.locator(':focus')).waitFor()
      await expectAccessible(page, 'the question')
      await picture(page, 'delete-workspace')
      await page.keyboard.type('New Harbou')
      await page.keyboard.press('Enter')
      await dialog.getByText('Type New Harbour to delete the workspace.').waitFor()
      await page.keyboard.type('r')
      await page.keyboard.press('Enter')
      await page.getByText('Der Workspace wurde erfolgreich gelöscht.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/workspaces')
      await page.getByText('Create your first workspace!').waitFor()
      await picture(page, 'delete-workspace-done')
      for (const { email } of [ada, ben])
        await product.mail(email, /“New Harbour” was deleted|deleted the workspace “New Harbour”/)
      await page.goto(`/workspace/${id}`)
      await page.getByRole('heading', { name: 'This workspace does not exist' }).waitFor()
    },
  )
})
