import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { kindList, writeKind } from '#contract/requests/writing-kinds.ts'
import { writeGroup } from '#contract/workspaces/approving/groups.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, signIn, whySkipped } from '#support/browser/browser.ts'
import { expectFitsSizes } from '#support/browser/sizes.ts'
import { go, openByPin, openPair } from '#support/browser/phones.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'

openSite({ timeout: 120_000 })

const TITLE = 'Pay the invoice of December'
const BOARD = 'Vorstand und Geschäftsleitung der Holding'
const MINUTE = 60_000

const tokenOf = async (email: string) =>
  (await product.call(login, { body: { email, password: PASSWORD } })).access_token

const join = async (email: string, { id, token }: { id: string; token: string }) => {
  const invited = await product.account(email)
  const body = { email, role: 'regular user', approver: true, requester: false } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(email, /Payments/), '/users/invite/')
  const invitation = link.searchParams.get('invitationUuid')!
  await product.call(acceptInvite, { token: invited.token, params: { id: invitation } })
}

/** Payments are decided by the treasury, Ben; after an hour the board, Dora, is asked too. */
const escalating = async (token: string, id: string, { ben, dora }: { ben: string; dora: string }) => {
  const listed = await product.call(workspaceParticipants, { token, params: { id }, query: { limit: 100 } })
  const groupOf = async (name: string, email: string): Promise<string> => {
    const of = listed.find(({ participant }) => participant.email === email)!.participant.id
    const body = { name, participantIds: [of] }
    return (await product.call(writeGroup, { token, params: { workspaceId: id }, body })).id
  }
  const [treasury, board] = [await groupOf('Treasury', ben), await groupOf(BOARD, dora)]
  const kinds = await product.call(kindList, { token, params: { workspaceId: id } })
  const { id: kindId, name, fields } = kinds.find(({ builtIn }) => builtIn === 'payment')!
  const rule = {
    when: {},
    who: { groups: [treasury] },
    count: 1,
    before: null,
    hours: 24,
    escalate: { after: 1, who: { groups: [board] } },
  }
  const body = { id: kindId, name, fields, rules: [rule] }
  await product.call(writeKind, { token, params: { workspaceId: id }, body })
  return kindId
}

test.skipIf(noBrowser !== null)(
  `nobody of the first answers in an hour, so the board is asked too and decides, and all see since when${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    const dora = anna.replace('anna', 'dora')
    const token = await tokenOf(anna)
    await join(dora, { id, token })
    const kindId = await escalating(token, id, { ben, dora })
    const fields = {
      amount: { value: '12000.00', currency: 'EUR' },
      payee: 'Müller GmbH',
      iban: 'DE89370400440532013000',
    }
    const body = { type: 'approval', title: TITLE, kindId, fields } as const
    const request = await product.call(createRequest, { token, params: { id }, body })

    const { page, sign } = await openByPin({ browser, origin: product.origin }, dora)
    await go(page, 'Inbox')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    expect(await page.getByText(TITLE).count()).toBe(0)
    product.skip(61 * MINUTE)
    // The worker does it twice a minute.
    await onPlatform(recordDeadlines)
    await product.mail(dora, /now asks for your approval too/)
    // The session of before has ended.
    await signIn(page, dora, { kind: 'mobile' })
    await page.goto('/m')
    await page.getByText(TITLE).click()
    const unfold = () => page.getByText(/^(What happened|Verlauf)$/).click()
    await unfold()
    await page.getByText('Also asked to decide').waitFor()
    await expectAccessible(page, 'a request that has gone up')
    const sizes = [
      [320, 'de', 'light'],
      [390, 'en', 'dark'],
      [390, 'en', 'light'],
    ] as const
    await expectFitsSizes(page, { name: 'escalated', height: 664, sizes, loaded: unfold })
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await sign('Approve')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()

    const desk = await openPage(browser, product.origin, { width: 1_280, height: 900 })
    await signIn(desk, anna)
    await desk.goto(`/inbox?list=asked&state=approved&request=${request.id}`)
    const step = desk.locator('.request-timeline li').filter({ hasText: 'Also asked to decide' })
    await step.getByText(BOARD).waitFor()
    await expectAccessible(desk, 'a request that went up, on the desk')
    await expectFitsSizes(desk, {
      name: 'escalated-desk',
      sizes: [
        [320, 'de', 'dark'],
        [1280, 'de', 'light'],
        [1440, 'en', 'dark'],
      ],
      loaded: () => desk.locator('.request-timeline').waitFor(),
    })
  },
  120_000,
)
