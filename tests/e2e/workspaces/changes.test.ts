import { describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { convertToAdmin, workspaceParticipants } from '#contract/workspaces/participants.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { go, openByPin, openPair } from '#support/browser/phones.ts'
import { expectFitsSizes } from '#support/browser/sizes.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'

openSite({ timeout: 180_000 })

describe.skipIf(noBrowser !== null)(`a change of people${whySkipped}`, () => {
  /** Two admins with a phone each, and the desk of the first one. */
  const openAdmins = async () => {
    const [anna, ben, id] = await openPair(product)
    const { access_token: token } = await product.call(login, { body: { email: anna, password: PASSWORD } })
    const listed = await product.call(workspaceParticipants, { token, params: { id } })
    const participantId = listed.find(({ participant }) => participant.email === ben)!.participant.id
    await product.call(convertToAdmin, { token, params: { id }, body: { participantId } })
    const on = { browser, origin: product.origin }
    await openByPin(on, anna)
    const his = await openByPin(on, ben)
    const desk = await openPage(browser, product.origin, { width: 1440, height: 900 })
    await signIn(desk, anna)
    return { id, his, desk, token }
  }

  test(
    'waits until a second admin signs it, who may refuse it, and never for the one who asked',
    { timeout: 200_000 },
    async () => {
      const { id, his, desk, token } = await openAdmins()
      const decide = async (change: string | RegExp) => {
        await go(his.page, 'Inbox')
        await his.page.getByRole('link', { name: change }).click()
        await his.page.getByRole('button', { name: 'Refuse', exact: true }).waitFor()
      }
      await desk.goto(`/workspace/${id}?tab=settings`)
      await desk.getByText('A second admin decides this too.').waitFor()
      await desk.getByRole('button', { name: 'Protect people' }).click()
      await desk.getByRole('button', { name: 'Ask for it' }).click()
      await desk.getByRole('link', { name: 'View the change' }).waitFor()
      await expectAccessible(desk, 'the protection waits')
      await picture(desk, 'changes-1-settings')
      await decide(/Protect people/)
      await expectAccessible(his.page, 'a change on the phone')
      await picture(his.page, 'changes-2-phone', true)
      await his.page.getByRole('button', { name: 'Approve', exact: true }).click()
      await his.sign('Sign and approve')
      await his.page.getByText('A second admin approved it, and it was done.').waitFor()
      await desk.getByRole('button', { name: 'Stop protecting people' }).waitFor()

      const invite = async (email: string) => {
        await desk.keyboard.press('Escape')
        await desk.getByRole('tab', { name: 'Invite new user' }).click()
        await desk.getByRole('textbox', { name: /^E-mail/ }).fill(email)
        await desk.getByRole('radio', { name: 'Regular user' }).check()
        await desk.getByRole('checkbox', { name: 'Approver' }).check()
        await desk.getByRole('button', { name: 'Invite', exact: true }).click()
        await desk.getByRole('link', { name: 'View the change' }).click()
        await desk.getByRole('dialog', { name: `Invite ${email} as approver` }).waitFor()
      }
      await invite('cleo@example.com')
      await desk.getByText(/Another admin must decide/).waitFor()
      expect(await desk.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
      await expectAccessible(desk, 'an own change')
      await picture(desk, 'changes-3-own')
      await desk.setViewportSize({ width: 320, height: 720 })
      await picture(desk, 'changes-4-narrow')
      await expect.poll(() => desk.evaluate('document.documentElement.scrollWidth')).toBe(320)
      await desk.setViewportSize({ width: 1440, height: 900 })
      await decide(/cleo@example\.com/)
      await his.page.getByRole('button', { name: 'Approve', exact: true }).click()
      await his.sign('Sign and approve')
      await his.page.getByText('A second admin approved it, and it was done.').waitFor()
      await desk.getByText('A second admin approved it, and it was done.').waitFor()

      const kinds = await product.call(kindList, { token, params: { workspaceId: id } })
      const { id: kindId, name, fields } = kinds.find(({ builtIn }) => builtIn === 'payment')!
      const above = { when: { amountFrom: '10000.00', currency: 'EUR' }, count: 2, hours: 48 }
      const written = await fetch(`${product.origin}/kinds/write/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          id: kindId,
          name,
          fields,
          rules: [{ ...above, who: 'any', before: 'call-back', beforeHours: 24, declines: 'as-many' }],
        }),
      })
      expect(written.status).toBe(202)
      await decide(/Payment/)
      await expectAccessible(his.page, 'a change of rules on the phone')
      const sizes = [
        [320, 'de', 'light'],
        [390, 'en', 'dark'],
        [430, 'de', 'dark'],
      ] as const
      const loaded = () =>
        his.page
          .getByText(/10[.,]000[.,]00/)
          .first()
          .waitFor()
      await expectFitsSizes(his.page, { name: 'changes-kind', sizes, loaded })
      await his.page.getByRole('button', { name: 'Approve', exact: true }).click()
      await picture(his.page, 'changes-kind-sheet')
      // Nobody signs what they have not read to its end.
      const sheet = his.page.getByRole('dialog', { name: 'Sign and approve' })
      await sheet.getByText(/10,000[.]00/).scrollIntoViewIfNeeded()
      await sheet.evaluate(`(all) => all.querySelectorAll('*').forEach((part) => part.scrollTo(0, 1e6))`)
      await his.sign('Sign and approve')
      await his.page.getByText('A second admin approved it, and it was done.').waitFor()
      await desk.keyboard.press('Escape')
      await desk.goto(`/workspace/${id}?tab=changes`)
      await desk.getByRole('button', { name: /Zahlung [/] Payment/ }).click()
      await desk
        .getByRole('dialog')
        .getByText(/10,000[.]00/)
        .waitFor()
      await expectAccessible(desk, 'a change of rules on the desk')
      await picture(desk, 'changes-kind-desk')

      await invite('eve@example.com')
      await decide(/eve@example\.com/)
      await his.page.getByRole('button', { name: 'Refuse', exact: true }).click()
      await his.page.getByRole('button', { name: 'Yes, refuse' }).click()
      await his.page.getByText('A second admin refused it. Nothing has changed.').waitFor()
      await desk.keyboard.press('Escape')
      await desk.getByRole('tab', { name: 'User administration' }).click()
      await desk.getByRole('button', { name: 'cleo@example.com', exact: true }).waitFor()
      // The tab of changes, which names both, goes with its drawer.
      await expect.poll(() => desk.getByText('eve@example.com').count()).toBe(0)
      await picture(desk, 'changes-5-people')
    },
  )
})
