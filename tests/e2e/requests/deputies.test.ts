import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createRequest, requestApprovers } from '#contract/requests/requests.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { go, openByPin, openPair } from '#support/browser/phones.ts'
import { expectFitsSizes } from '#support/browser/sizes.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'

if (noBrowser === null) openSite({ timeout: 120_000 })

const LONG = `dora.${'von.und.zu.'.repeat(3)}x@abteilung.einkauf.example.com`

/** Joins the workspace as an approver. */
const join = async (admin: string, workspaceId: string, email: string): Promise<void> => {
  const { access_token: token } = await product.call(login, { body: { email: admin, password: PASSWORD } })
  const invited = await product.account(email)
  const body = { email, role: 'regular user', approver: true, requester: false } as const
  await product.call(inviteParticipant, { token, params: { id: workspaceId }, body })
  const link = linkIn(await product.mail(email, /Payments/), '/users/invite/')
  const id = link.searchParams.get('invitationUuid')!
  await product.call(acceptInvite, { token: invited.token, params: { id } })
}

const look = (page: Page, name: string) =>
  expectFitsSizes(page, {
    name: `deputies-${name}`,
    height: 800,
    sizes: [
      [320, 'de', 'light'],
      [390, 'en', 'dark'],
      [768, 'de', 'dark'],
      [1440, 'de', 'light'],
    ],
    loaded: (on, language) =>
      on
        .getByText(language === 'de' ? /in Vertretung für|In Vertretung für/ : /for .*ben|ecided for/)
        .first()
        .waitFor(),
  })

test.runIf(noBrowser === null)(
  `an approver goes away, the deputy decides for them on the phone, and who asked and the log see it${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    await join(anna, id, LONG)

    // Before the absence it asks Ben alone.
    const { access_token: token } = await product.call(login, { body: { email: anna, password: PASSWORD } })
    const approvers = await product.call(requestApprovers, { token, params: { workspaceId: id } })
    const { participantId: approverId } = approvers.find(({ email }) => email === ben)!
    const body = { type: 'approval', title: 'Pay the invoice 4711', approverId } as const
    const request = await product.call(createRequest, { token, params: { id }, body })
    const asker = await openPage(browser, product.origin)
    await signIn(asker, anna, { kind: 'mobile' })
    await asker.goto(`/m/requests/${request.id}`)
    await asker.getByRole('button', { name: 'Send a reminder' }).waitFor()
    const dora = await openByPin({ browser, origin: product.origin }, LONG)
    await go(dora.page, 'Inbox')
    await dora.page.getByText('Pay the invoice 4711').waitFor({ state: 'detached' })

    const away = await openPage(browser, product.origin, { width: 390, height: 800 })
    await signIn(away, ben, { kind: 'mobile' })
    await away.goto('/m/absence')
    await away.getByRole('button', { name: /^Set an absence/ }).click()
    const today = new Date().toISOString().slice(0, 10)
    await away.getByLabel('First day').fill(today)
    await away.getByLabel('Last day').fill(`${Number(today.slice(0, 4)) + 1}-01-01`)
    await away.getByLabel('Who decides meanwhile?').selectOption({ label: LONG })
    await picture(away, 'deputies-absence-390', true)
    await away.getByRole('button', { name: 'Save absence' }).click()
    await away.getByText('Decides for this person:').waitFor()

    const { page } = dora
    await page.reload()
    await page.getByText(`You decide for ${ben}, who is away.`).waitFor()
    await expectAccessible(page, 'an inbox with a request for a colleague')
    await look(page, 'inbox')
    await page.getByRole('link', { name: /Pay the invoice 4711/ }).click()
    await page.getByText(`You decide for ${ben}, who is away.`).waitFor()
    await expectAccessible(page, 'a request that is decided for a colleague')
    await look(page, 'request')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Sign and approve' })
    await sheet.getByText(`You decide for ${ben}, who is away.`).waitFor()
    await picture(page, 'deputies-sheet-390')
    await page.setViewportSize({ width: 320, height: 640 })
    await picture(page, 'deputies-sheet-320')
    await page.setViewportSize({ width: 390, height: 664 })
    await dora.sign('Sign and approve')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await page.getByText(`for ${ben}`).waitFor()
    await look(page, 'result')
    await go(page, 'Inbox')
    await page.getByText('1 request is waiting for you').waitFor({ state: 'detached' })
    await picture(page, 'deputies-inbox-after-390')

    // Who asked sees it by itself.
    await asker.getByRole('heading', { name: 'Approved' }).waitFor()
    await asker.getByText(`for ${ben}`).waitFor()

    const desk = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(desk, anna)
    await desk.goto(`/workspace/${id}?tab=audit`)
    await desk.getByRole('button', { name: /^Request approved/ }).click()
    const entry = desk.getByRole('dialog')
    await entry.getByText('Decided for').waitFor()
    await picture(desk, 'deputies-log-1280')
    await entry.getByText(ben).first().waitFor()
  },
  180_000,
)
