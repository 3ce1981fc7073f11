import { expect, test, vi } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import type { MailboxMessage } from '#contract/mailbox.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { acceptInvite } from '#contract/workspaces/invitations.ts'
import { completeOnboarding, createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { appendTo } from '#support/product/crowd.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'
import { isLong } from '#support/rounds.ts'

const runs = noBrowser === null && isLong()
if (runs) openSite({ timeout: 120_000 })

const boss = 'boss@example.com'
const emailOf = (n: number) => `person${n}@accounting.example.org`
/** As a spreadsheet saves it. */
const CSV = `\ufeff${[
  'Vorname;Nachname;E-Mail;Abteilung;Freigebend;Anfragend',
  ...Array.from({ length: 200 }, (_, i) => `Pat;Person ${i + 1};${emailOf(i + 1)};Einkauf;ja;ja`),
].join('\r\n')}`

/** Waits until so many invitations have been mailed. Each counts once. */
const untilInvited = (count: number) =>
  onPlatform(({ db }) =>
    vi.waitUntil(
      async () => (await db('mailbox_messages').whereLike('subject', '%invites you%')).length === count,
      { timeout: 60_000, interval: 200 },
    ),
  )

/** Joins by the invitation, as person `n`. */
const join = async (n: number) => {
  const email = emailOf(n)
  const found = await fetch(`${product.origin}/mailbox/messages?to=${email}`)
  const [mail] = (await found.json()) as MailboxMessage[]
  const link = linkIn(mail!, '/users/invite/')
  const { token } = await product.account(email)
  const params = { id: link.searchParams.get('invitationUuid')! }
  return { token, ...(await product.call(acceptInvite, { token, params })) }
}

test.runIf(runs)(
  `a day of an admin: two hundred are invited by a file, those who lag reminded by one press, and an overloaded approver found${whySkipped}`,
  async () => {
    const { token } = await product.account(boss)
    const { id } = await product.call(createWorkspace, { token, body: { name: 'Purchasing' } })
    await product.call(completeOnboarding, { token, params: { id } })
    await onPlatform((platform) =>
      appendTo(platform, id, [
        {
          type: 'ActivityPeriodAdded',
          data: {
            workspaceId: id,
            periodId: crypto.randomUUID(),
            kind: 'period',
            startsOn: '2020-01-01',
            endsOn: '2120-01-01',
            seats: 300,
          },
        },
      ]),
    )
    const page = await openPage(browser, product.origin, { width: 1_280, height: 900 })
    await signIn(page, boss)
    await page.goto(`/workspace/${id}?tab=invite`)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await page.getByRole('button', { name: 'Invite several at once' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page
      .getByText(
        'Columns: Vorname (first name), Nachname (last name), E-Mail (address), Abteilung (not read), Freigebend (approver), Anfragend (requester)',
      )
      .waitFor()
    await picture(page, 'admin-columns')
    await page.getByRole('button', { name: 'Invite 200' }).click()
    await page.getByRole('region', { name: '200 invited, 0 already there, 0 not invited.' }).waitFor()
    await picture(page, 'admin-invited')
    await page.goto(`/workspace/${id}`)
    const card = page.getByRole('region', { name: 'Getting ready' })
    // How far it is, until all are sent.
    await untilInvited(200)
    await card.getByText(/e-mails sent/).waitFor({ state: 'detached' })
    const [anna, , carla] = [await join(1), await join(2), await join(3)]
    await card.getByText('197 missing').waitFor()
    await card.getByText('reminded today').first().waitFor()
    await expectAccessible(page, 'how far two hundred people are')
    await picture(page, 'admin-getting-ready')

    product.skip(25 * 3_600_000)
    await signIn(page, boss)
    await page.goto(`/workspace/${id}`)
    await card.getByRole('button', { name: 'Remind 197 to join' }).click()
    await page.getByText('197 people get an e-mail.').waitFor()
    await untilInvited(397)

    const again = await product.call(login, { body: { email: emailOf(2), password: PASSWORD } })
    const ask = (n: number, approverId: string) =>
      product.call(createRequest, {
        token: again.access_token,
        params: { id },
        body: { type: 'approval', title: `Order ${n}`, approverId },
      })
    for (let n = 1; n <= 12; n += 1) await ask(n, n > 10 ? carla.id : anna.id)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Waits for whom' }).waitFor()
    const overloaded = page.getByRole('listitem').filter({ hasText: emailOf(1) })
    await overloaded.getByText('10 wait').waitFor()
    await overloaded.getByText('no device yet').waitFor()
    await expectAccessible(page, 'an overview with an overloaded approver')
    await picture(page, 'admin-overloaded')
    await overloaded.getByRole('link').click()
    const behind = page.getByRole('dialog', { name: 'Waiting requests' })
    await behind.getByText('Order 10', { exact: true }).waitFor()
    expect(await behind.getByRole('link', { name: /^Order/ }).allInnerTexts()).toEqual(
      Array.from({ length: 10 }, (_, i) => `Order ${10 - i}`),
    )
    await picture(page, 'admin-behind-the-figure')
  },
  180_000,
)
