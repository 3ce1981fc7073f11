import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { casesOfRun } from '#support/rounds.ts'
import {
  CONFIRMED,
  answer,
  ask,
  ended,
  goHome,
  idToRead,
  open,
  openByPasskey,
  openByPin,
  openPair,
} from '#support/browser/phones.ts'

openSite({ timeout: 180_000 })

/** In `npm test` the first: story.test.ts and interrupted-checks.test.ts go through a check as well. */
const stories = casesOfRun(['ends', 'traces'] as const)

/** Reads from the audit log how an entry was signed. */
const proofIn = async (desk: Page, entry: RegExp, request: string): Promise<string> => {
  const row = desk.getByRole('row').filter({ hasText: request })
  await row.getByRole('button', { name: entry }).click()
  const drawer = desk.getByRole('dialog')
  const proof = await drawer.getByText(/^(Signed with|Logged in)/).innerText()
  await expectAccessible(desk, `the entry ${entry}`)
  await drawer.getByRole('button', { name: 'Close' }).click()
  return proof
}

const sendDrill = async (desk: Page, to: string, sentence: string): Promise<void> => {
  await desk.getByRole('button', { name: 'Send a drill…' }).click()
  const form = desk.getByRole('dialog', { name: 'Send a drill' })
  await form.getByRole('textbox').fill(sentence)
  await form.getByRole('checkbox', { name: to }).check()
  await form.getByRole('button', { name: 'Send the drill' }).click()
  await form.waitFor({ state: 'detached' })
}

const otherThan = (number: string): string => (number === '10' ? '11' : '10')

test.runIf(noBrowser === null && stories.includes('ends'))(
  `a call check ends verified, with a wrong number, or reported${whySkipped}`,
  async () => {
    const on = { browser, origin: product.origin }
    const [anna, ben] = await openPair(product)
    const [hers, his] = [await openByPin(on, anna), await openByPasskey(on, ben)]

    await goHome(his)
    const first = await ask(hers, his, 'New bank account')
    await hers.page.getByRole('listitem').filter({ hasText: 'Delivered' }).locator('time').waitFor()
    await picture(hers.page, 'check-1-number')
    await expectAccessible(hers.page, 'the number')
    await open(his, 'New bank account')
    await hers.page.getByRole('listitem').filter({ hasText: 'Opened' }).locator('time').waitFor()
    await picture(his.page, 'check-2-answer')
    await expectAccessible(his.page, 'a check to answer')
    // Only the requester's screen shows the number.
    expect(await his.page.getByText(/^\d ?\d$/).count()).toBe(0)
    await answer(his, otherThan(first))
    await his.page.getByText('1 try is left').waitFor()
    await his.page.getByLabel('Which number do you hear?').and(his.page.locator(':focus')).waitFor()
    await expectAccessible(his.page, 'a wrong number')
    await answer(his, first)
    for (const phone of [hers, his]) {
      await ended(phone, CONFIRMED).waitFor()
      await phone.page.getByText('Signed with a passkey').waitFor()
      await expectAccessible(phone.page, 'verified')
    }
    expect(await idToRead(hers)).toBe(await idToRead(his))
    await picture(his.page, 'check-3-verified')

    await goHome(his)
    await ask(hers, his, 'And once more', 'again')
    await open(his, 'And once more')
    await his.page.getByRole('link', { name: /^I am not talking to/ }).click()
    await expectAccessible(his.page, 'before a report')
    await picture(his.page, 'check-5-report')
    await his.page.getByRole('button', { name: 'Report as suspicious' }).click()
    await ended(his, 'Reported').and(his.page.locator(':focus')).waitFor()
    await ended(hers, 'Reported as suspicious').waitFor()
    await expectAccessible(his.page, 'a report')

    await goHome(hers)
    // The third wrong number of the day closes the check, as the second of one check does.
    const second = await ask(his, hers, 'The same again')
    await open(hers, 'The same again')
    await answer(hers, otherThan(second))
    await hers.page.getByText('1 try is left').waitFor()
    await answer(hers, otherThan(second))
    for (const phone of [hers, his]) await ended(phone, 'Closed: wrong number').waitFor()
    await expectAccessible(hers.page, 'two wrong numbers')
    await picture(hers.page, 'check-4-mismatch')
  },
  120_000,
)

test.runIf(noBrowser === null && stories.includes('traces'))(
  `both sides of a call check get mails, the audit log shows how they signed, and a drill looks the same until it is answered${whySkipped}`,
  async () => {
    const on = { browser, origin: product.origin }
    const [anna, ben, id] = await openPair(product)
    const [hers, his] = [await openByPin(on, anna), await openByPasskey(on, ben)]
    await goHome(his)
    const number = await ask(hers, his, 'Who are you')
    await open(his, 'Who are you')
    await answer(his, number)
    for (const phone of [hers, his]) await ended(phone, CONFIRMED).waitFor()
    await product.mail(ben, /wants to check a call with you: Who are you/)
    await product.mail(anna, /^Verified by \S+: Who are you/)
    await product.mail(ben, /^You verified the call: Who are you/)

    const desk = await openPage(browser, product.origin, { width: 1280, height: 800 })
    await signIn(desk, anna)
    await desk.goto(`/workspace/${id}?tab=audit`)
    expect(await proofIn(desk, /^Request created/, 'Who are you')).toBe('Signed with PIN and device key')
    expect(await proofIn(desk, /^Request approved/, 'Who are you')).toBe('Signed with a passkey')

    await desk.getByRole('tab', { name: 'Settings' }).click()
    await desk.getByRole('heading', { name: 'Drills' }).click()
    await desk.getByText('No drill has been sent yet.').waitFor()
    await picture(desk, 'drill-1-none', true)
    await goHome(his)
    await sendDrill(desk, ben, 'Pay 48,200 euros today')
    await open(his, 'Pay 48,200 euros today')
    await picture(his.page, 'drill-2-asked')
    await his.page.getByRole('button', { name: 'Yes, I am asking for this' }).click()
    await ended(his, 'This was a drill: you said yes to a call that you did not make')
      .and(his.page.locator(':focus'))
      .waitFor()
    await expectAccessible(his.page, 'a drill after a yes')
    await picture(his.page, 'drill-3-yes')
    const past = (sentence: string) => desk.getByRole('listitem').filter({ hasText: sentence })
    await past('Pay 48,200 euros today').getByText('No counts of fewer than five people').waitFor()

    const byPerson = desk.getByRole('checkbox', { name: 'Show how each person answered' })
    // It shows what is recorded: a press is seen once it is.
    await byPerson.click()
    await byPerson.and(desk.locator(':checked')).waitFor()
    await goHome(his)
    await sendDrill(desk, ben, 'Reset my password')
    await open(his, 'Reset my password')
    await his.page.getByRole('link', { name: /^I am not talking to/ }).click()
    await his.page.getByRole('button', { name: 'Report as suspicious' }).click()
    await ended(his, 'This was a drill, and you did it right').and(his.page.locator(':focus')).waitFor()
    await picture(his.page, 'drill-4-right')
    await past('Reset my password').getByText('Answer by person').click()
    await past('Reset my password').getByText('right: is not talking to the caller').waitFor()
    await expectAccessible(desk, 'the drills of a workspace')
    await picture(desk, 'drill-5-results', true)
  },
  120_000,
)
