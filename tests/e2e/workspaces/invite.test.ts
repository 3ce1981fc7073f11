import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { SESSION_ROWS } from '#modules/accounts/sessions/session.store.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { changeRow } from '#platform/secrets/row-macs.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped, type Looks } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'

const boss = 'boss@example.com'
const WIDE: Looks = { width: 1280, height: 900 }

let id: string

openSite({
  prepare: async () => {
    const { token } = await product.account(boss)
    ;({ id } = await product.call(createWorkspace, { token, body: { name: 'Harbour' } }))
  },
})

const openAt = async (path: string, looks: Looks): Promise<Page> => {
  const page = await openPage(browser, product.origin, looks)
  await signIn(page, boss)
  await page.goto(path)
  return page
}

/** Lets ten minutes pass since the logins of all sessions. */
const ageLogins = () =>
  onPlatform(async ({ db, rowMacs }) => {
    for (const { id: session } of await db('sessions').whereNull('revoked_at'))
      await changeRow({ db, rowMacs }, SESSION_ROWS, db('sessions').where({ id: session }), {
        login_at: new Date(Date.now() - 600_000),
      })
  })

const CSV = [
  '\ufeffName;E-Mail;Rolle;Freigebend;Anfragend',
  '"Berg; Ada";ada@example.org;Admin;nein;nein',
  'Ben;ben@example.org;;ja;',
  'Carla;carla;;ja;',
  'Dan;BEN@example.org;;;ja',
].join('\r\n')
const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }

describe.skipIf(noBrowser !== null)(`first steps, and inviting several${whySkipped}`, () => {
  test('the introduction guides a new admin to the first invitations by keyboard, and disappears when finished', async () => {
    const page = await openAt(`/workspace/${id}`, WIDE)
    const title = (name: string) => page.getByRole('heading', { name }).waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await title('Welcome to Vieraugen')
    await picture(page, 'onboarding-welcome', true)
    await press('Get Started')
    await title('The app on your phone')
    await expectAccessible(page, 'the app in the introduction')
    await picture(page, 'onboarding-app', true)
    await press('Next')
    await title('Add colleagues')
    await page.getByLabel('E-mail addresses').focus()
    await page.keyboard.type('First <first@example.net>')
    await page.keyboard.press('Enter')
    await page.keyboard.type('second@example.net')
    await press('Invite 2')
    await title('2 invited, 0 already there, 0 not invited.')
    await expectAccessible(page, 'colleagues in the introduction')
    await picture(page, 'onboarding-colleagues', true)
    await product.mail('second@example.net', /Harbour/)

    const narrow = await openAt(`/workspace/${id}`, { width: 390, colorScheme: 'dark', locale: 'de-DE' })
    for (const name of ['Los geht’s', 'Weiter', 'Weiter'])
      await narrow.getByRole('button', { name, exact: true }).click()
    await narrow.getByRole('heading', { name: 'Wer was darf' }).waitFor()
    await expectAccessible(narrow, 'roles in the introduction where it is narrow and dark')
    await picture(narrow, 'onboarding-narrow', true)
    await narrow.getByRole('button', { name: 'Zurück', exact: true }).click()
    await picture(narrow, 'onboarding-narrow-colleagues', true)
    await narrow.getByRole('button', { name: 'Später' }).click()
    await narrow.getByRole('button', { name: 'Einführung fortsetzen' }).click()
    await narrow.getByRole('heading', { name: 'Kolleginnen und Kollegen einladen' }).waitFor()

    await page.reload()
    await title('Add colleagues')
    expect(await page.getByRole('heading', { name: /Three steps/ }).count()).toBe(0)
    await press('Next')
    await press('Next')
    await title('Three steps to the first approval 1 done')
    await expectAccessible(page, 'the end of the introduction')
    await picture(page, 'onboarding-end', true)
    await press('Finish')
    await page.getByRole('button', { name: 'Back' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: /Three steps/ }).count()).toBe(0)
    expect(await page.locator('h1:focus').count()).toBe(1)
  })

  test('valid rows of a CSV file get one mail each, even if sent twice; invalid rows are listed by line', async () => {
    const page = await openAt(`/workspace/${id}?tab=invite`, WIDE)
    await page.getByRole('button', { name: 'Invite several at once' }).click()
    await page.locator('input[type=file]').setInputFiles(file)
    const checked = page.getByRole('region', { name: '2 can be invited, 2 cannot.' })
    await checked.getByText('Line 4').waitFor()
    await expectAccessible(page, 'a table before it is sent')
    await picture(page, 'invite-many-checked', true)
    await page.getByRole('button', { name: 'Invite 2', disabled: false }).press('Enter')
    const told = page.getByRole('region', { name: '2 invited, 0 already there, 2 not invited.' })
    await told.waitFor()
    expect(await told.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Line 4\s+carla\s+Please enter a valid email address/),
      expect.stringMatching(/Line 5\s+BEN@example.org\s+The address appears further up/),
      expect.stringMatching(/Line 2\s+ada@example.org/),
      expect.stringMatching(/Line 3\s+ben@example.org/),
    ])
    await expectAccessible(page, 'what came of a table')
    await picture(page, 'invite-many-told', true)
    await product.mail('ada@example.org', /Harbour/)
    await product.mail('ben@example.org', /Harbour/)
    expect(await page.getByLabel('E-mail addresses').inputValue()).toBe(
      [CSV.split('\r\n')[0]!.slice(1), 'Carla;carla;;ja;', 'Dan;BEN@example.org;;;ja'].join('\n'),
    )
    await page.goto(`/workspace/${id}`)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    const card = page.getByRole('region', { name: 'Getting ready' })
    await card
      .getByRole('link', { name: /^\d+ missing$/ })
      .first()
      .click()
    await page.getByRole('checkbox', { name: /^Select .*ada@example.org/ }).check()
    await page.getByRole('region', { name: 'Selected people' }).getByText('1 selected').waitFor()
    await expectAccessible(page, 'people, one of them selected')
    await picture(page, 'people-selected', true)

    const again = await openAt(`/workspace/${id}?tab=invite`, {
      width: 390,
      colorScheme: 'dark',
      locale: 'de-DE',
    })
    await again.getByRole('button', { name: 'Mehrere auf einmal einladen' }).click()
    await again.locator('input[type=file]').setInputFiles(file)
    await again.getByRole('button', { name: '2 einladen' }).click()
    await again.getByRole('region', { name: '0 eingeladen, 2 schon da, 2 nicht eingeladen.' }).waitFor()
    await expectAccessible(again, 'what came of a table where it is narrow and dark')
    await picture(again, 'invite-many-narrow', true)
    const to = (await product.mails()).map((mail) => mail.to).filter((one) => one.endsWith('example.org'))
    expect(to.toSorted()).toEqual(['ada@example.org', 'ben@example.org'])
  })

  test('with an old login, inviting approvers asks for the password in the middle of it, and cancelling loses nothing', async () => {
    const page = await openAt(`/workspace/${id}?tab=invite`, { width: 390 })
    await ageLogins()
    await page.getByRole('button', { name: 'Invite several at once' }).click()
    const buffer = Buffer.from('email;approver\nemil@example.org;yes\nfritz@example.org;no')
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer })
    // A press while the call before still runs does nothing.
    const invite = () => page.getByRole('button', { name: 'Invite 2', disabled: false }).press('Enter')
    await invite()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    await expectAccessible(page, 'the question who it is')
    await picture(page, 'step-up', true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await invite()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: '2 invited, 0 already there, 0 not invited.' }).waitFor()
    await product.mail('emil@example.org', /Harbour/)
  })
})
