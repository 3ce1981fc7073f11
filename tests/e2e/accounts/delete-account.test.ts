import { describe, expect, test } from 'vitest'
import { ACCESS_TOKEN_COOKIE } from '#contract/common.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createWorkspace, leaveWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { logInOn, noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn } from '#support/product/local-product.ts'

openSite({ timeout: 180_000 })

describe.skipIf(noBrowser !== null)(`deleting the own account${whySkipped}`, () => {
  test(
    'asks first, links to a workspace that needs another admin, and deletes the account in the end',
    { timeout: 120_000 },
    async () => {
      const [ada, ben] = [await product.account(), await product.account()]
      const { id } = await product.call(createWorkspace, { token: ada.token, body: { name: 'Old Harbour' } })
      await product.call(inviteParticipant, {
        token: ada.token,
        params: { id },
        body: { email: ben.email, role: 'regular user', approver: true, requester: false },
      })
      const link = linkIn(await product.mail(ben.email, /invites you/), '/users/invite/')
      await product.call(acceptInvite, {
        token: ben.token,
        params: { id: link.searchParams.get('invitationUuid')! },
      })

      const page = await openPage(browser, product.origin, { width: 1280, height: 900 })
      await signIn(page, ada.email)
      await page.goto('/workspaces')
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      const verb = dialog.getByRole('button', { name: 'Delete user' })
      const focused = page.locator(':focus')
      const ask = async () => {
        // By keyboard only.
        await page.getByRole('button', { name: /Menu$/ }).press('Enter')
        await page.locator('[role^=menuitem]:focus').waitFor()
        await page.keyboard.press('End')
        await page.keyboard.press('ArrowUp')
        await page.getByRole('menuitem', { name: 'Delete user' }).and(focused).waitFor()
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        const field = dialog.getByRole('textbox', { name: 'Your e-mail address, to confirm' })
        await field.and(focused).waitFor()
        await dialog.getByText(`Type ${ada.email} to delete your account.`).waitFor()
      }
      await ask()
      await picture(page, 'delete-account')
      await expectAccessible(page, 'the question whether to delete')
      await verb.press('Enter')
      expect(await dialog.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })

      await ask()
      await page.keyboard.type(ada.email)
      await page.keyboard.press('Enter')
      const way = dialog.getByRole('link', { name: 'Old Harbour' })
      await way.waitFor()
      await picture(page, 'delete-account-refused')
      await expectAccessible(page, 'a deletion that was refused')
      await way.press('Enter')
      await page.getByRole('heading', { name: 'Old Harbour' }).and(focused).waitFor()
      expect(await dialog.count()).toBe(0)

      await product.call(leaveWorkspace, { token: ben.token, params: { id } })
      await ask()
      await page.keyboard.type(ada.email)
      await page.keyboard.press('Enter')
      await page.getByText('Your account was deleted. An e-mail confirms it.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      await picture(page, 'delete-account-done')
      await expectAccessible(page, 'a deleted account')
      await product.mail(ada.email, /Your account was deleted/)
      await page.goto('/login')
      await logInOn(page, ada.email)
      await page
        .getByText(/Login failed/)
        .first()
        .waitFor()
      expect(await page.context().cookies(product.origin)).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ name: ACCESS_TOKEN_COOKIE })]),
      )
    },
  )
})
