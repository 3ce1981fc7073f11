import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { setAbsence } from '#contract/workspaces/approving/absence.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openByPin, openPair } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'

openSite({ timeout: 120_000 })

const WIDE = `document.documentElement.scrollWidth - innerWidth`
const REASON = 'Ben is in hospital, and the bank closes at noon today'

/** Clara asks Ben, who is away for long, in a workspace that allows emergency approvals. */
const asked = async (anna: string, ben: string, id: string): Promise<string> => {
  const body = { email: anna, password: PASSWORD }
  const { access_token: token } = await product.call(login, { body })
  const clara = `clara-${id.slice(0, 8)}@example.com`
  const invited = await product.account(clara)
  const invitee = { email: clara, role: 'regular user', approver: false, requester: true } as const
  await product.call(inviteParticipant, { token, params: { id }, body: invitee })
  const link = linkIn(await product.mail(clara, /Payments/), '/users/invite/')
  const invitation = link.searchParams.get('invitationUuid')!
  await product.call(acceptInvite, { token: invited.token, params: { id: invitation } })
  await product.call(updateSettings, { token, params: { id }, body: { breakGlass: true } })
  const people = await product.call(workspaceParticipants, { token, params: { id } })
  const approver = people.find(({ participant }) => participant.email === ben)!.participant
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const away = { participantId: approver.id, from: day(0), until: day(60), deputies: [] }
  await product.call(setAbsence, { token, body: away })
  const request = { type: 'approval', title: 'Pay Müller GmbH 48,000 EUR', approverId: approver.id } as const
  return (await product.call(createRequest, { token: invited.token, params: { id }, body: request })).id
}

test.skipIf(noBrowser)(
  `an admin breaks the glass with a reason, and a colleague confirms it${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    const requestId = await asked(anna, ben, id)
    const admin = await openByPin({ browser, origin: product.origin }, anna)
    await admin.page.goto(`/m/requests/${requestId}`)
    await admin.page.getByText('Approve in an emergency', { exact: true }).click()
    await admin.page.getByLabel('Why it cannot wait').fill(REASON)
    await expectAccessible(admin.page, 'an emergency approval')
    await picture(admin.page, 'glass-form-390', true)
    await admin.page.getByRole('button', { name: 'Approve alone' }).click()
    await admin.sign('Approve alone in an emergency')
    await admin.page.getByRole('heading', { name: 'Emergency: approved by one admin alone' }).waitFor()
    await expectAccessible(admin.page, 'a broken glass')
    for (const width of [320, 390]) {
      await admin.page.setViewportSize({ width, height: 700 })
      expect(await admin.page.evaluate(WIDE)).toBeLessThanOrEqual(0)
      await picture(admin.page, `glass-broken-${width}`, true)
    }

    const desk = await openPage(browser, product.origin, { width: 1_280, height: 800 })
    await signIn(desk, anna)
    await desk.goto(`/workspace/${id}/overview`)
    await desk.getByText('Emergency approvals that nobody has confirmed').waitFor()
    await desk.getByText('Another admin or an approver must confirm this.').waitFor()
    await desk.locator('.chart svg').first().waitFor()
    await expectAccessible(desk, 'an overview with an emergency approval')
    for (const [width, language, colorScheme] of [
      [1_440, 'de', 'light'],
      [768, 'en', 'dark'],
      [320, 'de', 'dark'],
      [1_280, 'en', 'light'],
    ] as const) {
      await desk.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.origin }])
      await desk.setViewportSize({ width, height: 800 })
      await desk.emulateMedia({ colorScheme })
      await desk.reload()
      await desk.locator('.chart svg').first().waitFor()
      expect(await desk.evaluate(WIDE)).toBeLessThanOrEqual(0)
      await picture(desk, `glass-overview-${width}-${language}`, true)
    }

    const colleague = await openByPin({ browser, origin: product.origin }, ben)
    await colleague.page.goto(`/m/requests/${requestId}`)
    await colleague.page.getByText(REASON).waitFor()
    await picture(colleague.page, 'glass-to-confirm-390', true)
    await colleague.page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await colleague.sign('Confirm an emergency approval')
    await colleague.page.getByText(/ confirmed this on /).waitFor()
    await desk.getByText('Emergency approvals that nobody has confirmed').waitFor({ state: 'detached' })
  },
  90_000,
)
