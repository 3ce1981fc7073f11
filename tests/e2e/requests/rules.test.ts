import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { writeGroup } from '#contract/workspaces/approving/groups.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openByPin, openPair } from '#support/browser/phones.ts'
import { pressOn, tabTo } from '#support/browser/keyboard.ts'
import { expectFitsSizes } from '#support/browser/sizes.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'

openSite({ timeout: 120_000 })

const tokenOf = async (email: string) =>
  (await product.call(login, { body: { email, password: PASSWORD } })).access_token

/** An approver of the workspace, with the name that they give themselves. */
const join = async (email: string, name: string, { id, token }: { id: string; token: string }) => {
  const invited = await product.account(email)
  const body = { email, role: 'regular user', approver: true, requester: false } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(email, /Payments/), '/users/invite/')
  await product.call(acceptInvite, {
    token: invited.token,
    params: { id: link.searchParams.get('invitationUuid')! },
    body: { name },
  })
}

const typeInto = async (page: Page, element: Locator, text: string): Promise<void> => {
  await tabTo(page, element)
  await page.keyboard.type(text)
}

const openKinds = async (page: Page, id: string) => {
  await page.goto(`/workspace/${id}?tab=settings`)
  const kinds = page.locator('summary').filter({ hasText: /^(Kinds of request|Arten von Anfragen)$/ })
  await pressOn(page, kinds)
}

const NAMES = [
  'Clara Freifrau von und zu Hohenstein-Wittgenstein-Berleburg',
  'دينا عبد الرحمن المنصوري',
] as const

test.skipIf(noBrowser !== null)(
  `an admin writes two rules by keyboard and tries an example, and exactly those people are asked${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    const [clara, dina] = [anna.replace('anna', 'clara'), anna.replace('anna', 'dina')]
    const token = await tokenOf(anna)
    await join(clara, NAMES[0], { id, token })
    await join(dina, NAMES[1], { id, token })
    const listed = await product.call(workspaceParticipants, { token, params: { id }, query: { limit: 100 } })
    const participantIds = listed.flatMap(({ participant }) =>
      [clara, dina].includes(participant.email ?? '') ? [participant.id] : [],
    )
    const group = { name: 'Zahlungsverkehr und Liquiditätssteuerung Holding', participantIds }
    const { id: groupId } = await product.call(writeGroup, {
      token,
      params: { workspaceId: id },
      body: group,
    })

    const page = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(page, anna)
    await openKinds(page, id)
    await pressOn(page, page.getByRole('button', { name: 'Change Payment', exact: true }))
    const rule = (place: number) => page.getByRole('group', { name: `Rule ${place}`, exact: true })
    await pressOn(page, page.getByRole('button', { name: 'Add a rule' }))
    // The first field of the new rule has the focus.
    await page.keyboard.type('10,000')
    await typeInto(page, rule(1).getByLabel('Currency'), 'EUR')
    await typeInto(page, rule(1).getByLabel('People', { exact: true }), 'Groups')
    await pressOn(page, rule(1).getByRole('checkbox', { name: group.name }), 'Space')
    await typeInto(page, rule(1).getByLabel('How many must approve'), '2')
    await pressOn(page, rule(1).getByRole('checkbox', { name: /^Requests wait/ }), 'Space')
    await pressOn(page, page.getByRole('button', { name: 'Add a rule' }))
    await typeInto(page, rule(2).getByLabel('People', { exact: true }), 'People by')
    await pressOn(page, rule(2).getByRole('checkbox', { name: new RegExp(anna) }), 'Space')
    await expectAccessible(page, 'rules that are written')
    await expectFitsSizes(page, {
      name: 'rules-form',
      sizes: [
        [320, 'de', 'light'],
        [430, 'de', 'dark'],
        [768, 'en', 'light'],
        [1440, 'en', 'dark'],
      ],
      // A reload keeps what was typed.
      loaded: async () => {
        await page.locator('.rule').nth(1).waitFor()
        await page.locator('.rule-sentence').first().click()
      },
    })
    await pressOn(page, page.getByRole('button', { name: 'Move Rule 2 up' }))
    await rule(1).getByText(anna, { exact: false }).first().waitFor()
    await page.getByText('Rule 2: place 1 of 2').waitFor()
    // In this order, the second rule would never be reached.
    await pressOn(page, page.getByRole('button', { name: 'Save kind' }))
    await page.getByText(/^This rule is never reached/).waitFor()
    await pressOn(page, page.getByRole('button', { name: 'Move Rule 2 up' }))
    await pressOn(page, page.getByRole('button', { name: 'Save kind' }))
    await page.getByText('Saved as version 2.').waitFor()
    const sentence = `Two of: ${group.name}; from 10,000.00 EUR; waits while too few can decide`
    await page.getByText(`${sentence}; open for 7 days`).waitFor()

    await pressOn(page, page.locator('summary').filter({ hasText: 'Try an example' }))
    // A kind that has rules is chosen at first.
    expect(await page.getByLabel('Kind of request').locator('option:checked').innerText()).toBe('Payment')
    await typeInto(page, page.getByRole('textbox', { name: 'Amount' }), '12,000')
    await typeInto(page, page.getByLabel('Asked by'), 'ben')
    await pressOn(page, page.getByRole('button', { name: 'Try it' }))
    await page.getByText('Rule 1 holds:').waitFor()
    const asked = page.locator('.trial-people li')
    expect(await asked.allTextContents()).toEqual(
      [clara, dina].map((email, place) => `${NAMES[place]!} ${email} no device yet`),
    )
    await expectAccessible(page, 'a tried example')
    await expectFitsSizes(page, {
      name: 'rules-tried',
      sizes: [
        [320, 'en', 'light'],
        [1280, 'en', 'dark'],
      ],
    })

    const clerk = await tokenOf(ben)
    const kinds = await product.call(kindList, { token: clerk, params: { workspaceId: id } })
    const title = 'Pay the invoice of December'
    const body = {
      type: 'approval',
      title,
      kindId: kinds.find(({ builtIn }) => builtIn === 'payment')!.id,
      fields: {
        amount: { value: '12000.00', currency: 'EUR' },
        payee: 'Müller GmbH',
        iban: 'DE89370400440532013000',
      },
    } as const
    const { id: requestId } = await product.call(createRequest, { token: clerk, params: { id }, body })
    const waitsFor = async (email: string) =>
      (await product.call(requestInbox, { token: await tokenOf(email) })).map((one) => one.title)
    expect(await Promise.all([anna, clara, dina].map(waitsFor))).toEqual([[], [title], [title]])

    const phone = await openByPin({ browser, origin: product.origin }, clara)
    await phone.page.goto('/m')
    await phone.page.getByText('0 of 2 · Payment · 12,000.00').waitFor()
    await picture(phone.page, 'rules-inbox')
    await phone.page.getByRole('link', { name: new RegExp(title) }).click()
    await phone.page.getByText('0 of 2 approvals').waitFor()
    await expectFitsSizes(phone.page, {
      name: 'rules-decide',
      height: 1200,
      sizes: [
        [320, 'de', 'light'],
        [430, 'en', 'dark'],
      ],
      loaded: () => phone.page.locator('.rule-progress').waitFor(),
    })
    await phone.page.getByRole('button', { name: 'Approve' }).click()
    await phone.sign('Approve')
    await phone.page.getByText('1 of 2 approvals').waitFor()
    await picture(phone.page, 'rules-signed', true)

    const sent = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(sent, ben)
    await sent.goto('/inbox?list=asked')
    await sent.getByText('1 of 2 · Payment · 12,000.00').waitFor()
    await picture(sent, 'rules-asked')

    // Clara has signed, and nobody else is left.
    const put = async (ids: readonly string[]) => {
      const changed = { id: groupId, name: group.name, participantIds: [...ids] }
      const params = { workspaceId: id }
      await product.call(writeGroup, { token: await tokenOf(anna), params, body: changed })
    }
    const dinas = listed.flatMap(({ participant }) => (participant.email === dina ? [participant.id] : []))
    await put(participantIds.filter((one) => !dinas.includes(one)))
    await sent.goto(`/m/requests/${requestId}`)
    await sent.getByText(/^Waits until enough people can decide: 1 person is missing/).waitFor()
    expect(await sent.getByRole('button', { name: 'Send a reminder' }).count()).toBe(0)
    await expectAccessible(sent, 'a request that waits for enough people')
    await expectFitsSizes(sent, {
      name: 'rules-parked',
      height: 1200,
      sizes: [
        [320, 'de', 'light'],
        [430, 'en', 'dark'],
      ],
      loaded: () => sent.locator('.rule-progress').waitFor(),
    })
    expect(await waitsFor(dina)).toEqual([])
    await put(participantIds)
    await expect.poll(() => waitsFor(dina), { timeout: 20_000 }).toEqual([title])
  },
  150_000,
)
