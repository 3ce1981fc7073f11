import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeCallBack } from '#contract/workspaces/call-back.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { login } from '#contract/accounts/sessions.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import {
  DENIED,
  answer,
  ask,
  ended,
  go,
  goHome,
  open,
  openByPin,
  openPair,
  type Phone,
} from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { isLong } from '#support/rounds.ts'

/*
 * Each attack on three screens: Anna's and Ben's phones, and what the attacker or the alarmed admin sees meanwhile.
 * The tests of tests/attacks state the same rules without screens.
 */

/** Two checks of the same two people are that far apart. */
const BETWEEN_CHECKS_MS = 31_000
const DAY_MS = 24 * 60 * 60_000
const YES = 'Yes, I am asking for this'
const [OLD, HIS] = ['+4935147110', '+447700900123']

openSite({ settings: { RATE_FACTOR: '1' }, timeout: 180_000 })

type Scene = { readonly hers: Phone; readonly his: Phone; readonly workspaceId: string }

/** Anna is an admin, Ben a colleague of hers. Each story has people of its own: wrong numbers and mutes last for a day. */
const openScene = async (
  prepare?: (emails: readonly string[], id: string) => Promise<unknown>,
): Promise<Scene> => {
  const on = { browser, origin: product.origin }
  const [anna, ben, workspaceId] = await openPair(product)
  await prepare?.([anna, ben], workspaceId)
  return { hers: await openByPin(on, anna), his: await openByPin(on, ben), workspaceId }
}
/** A browser with a session of somebody who does not know of it. */
const openThief = async (email: string): Promise<Page> => {
  const page = await openPage(browser, product.origin)
  await signIn(page, email)
  return page
}
/** The desk of the admin, where alarms appear. */
const openDesk = async ({ email }: Phone): Promise<Page> => {
  const page = await openPage(browser, product.origin, { width: 1280, height: 800 })
  await signIn(page, email)
  await page.goto('/workspaces')
  return page
}
const alarm = async (desk: Page, words: RegExp): Promise<void> => {
  const bar = desk.getByRole('alert').getByRole('button', { name: /alert/ })
  await bar.click()
  await desk.getByRole('listitem').getByText(words).first().waitFor()
}
/** The largest line is what a hurried person reads. It ends the call on both sides. */
const bothRead = async ({ hers, his }: Scene, words: string | RegExp): Promise<void> => {
  for (const phone of [hers, his]) await ended(phone, words).waitFor()
}
const says = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const claims = (page: Page) => page.getByRole('heading', { name: /talking to you right now/ })
/** Opens the form of a check with a colleague. */
const openForm = async (page: Page, colleague: string): Promise<void> => {
  await page.goto('/m/new/check')
  await page.getByLabel('Who is in the call with you?').selectOption(colleague)
  await page.locator('#before-asking[aria-busy=false]').waitFor({ state: 'attached' })
}
const inTheWay = (page: Page) => page.locator('#before-asking')
/** Ben has a number on file that counts. */
const withNumber = async ([, email]: readonly string[], id: string): Promise<void> => {
  const body = { email: email!, password: PASSWORD, client: 'web' } as const
  const { access_token: token } = await product.call(login, { body })
  const { userWorkspaces } = await product.call(relatedWorkspaces, { token })
  const { participantId } = userWorkspaces.find((one) => one.id === id)!
  await product.call(changeCallBack, { token, body: { participantId, number: OLD } })
  product.skip(DAY_MS)
}

describe.skipIf(noBrowser !== null || !isLong())(
  `an attack on a call check${whySkipped}`,
  { timeout: 180_000 },
  () => {
    // The first, while the clocks of the server and of the phones agree.
    test('offline: Anna is told to have the app opened or to call back, and not left waiting', async () => {
      const { hers, his } = await openScene()
      await his.page.context().setOffline(true)
      await hers.page.clock.install()
      await ask(hers, his, 'Pay 48,000 euros')
      await hers.page.clock.fastForward(11_000)
      await hers.page.getByText('Not reached: ask').waitFor()
      await picture(hers.page, 'attack-offline')
      await his.page.context().setOffline(false)
      await go(his.page, 'Inbox')
      await his.page.getByRole('link', { name: 'Pay 48,000 euros' }).waitFor()
      await hers.page.getByRole('listitem').filter({ hasText: 'Delivered' }).locator('time').waitFor()
    })

    test('relay: he calls Anna as Ben, and Ben as Anna. Both are told to hang up before a number is typed', async () => {
      const scene = await openScene()
      const { hers, his } = scene
      const desk = await openDesk(hers)
      await goHome(his)
      const heard = await ask(hers, his, 'Pay 48,000 euros to Hanse Bau')
      await his.page.getByRole('link', { name: 'Pay 48,000 euros' }).click()
      await claims(his.page).waitFor()
      // What he hears is of no use: nothing asks Ben for it.
      expect(heard).toMatch(/^\d\d$/)
      await says(his.page, 'I was called')
      await says(his.page, YES)
      await bothRead(scene, 'Both were called: hang up, and pay nothing')
      await alarm(desk, /Pay 48,000 euros/)
      await picture(his.page, 'attack-relay')
    })

    test('relay to a director who says that he called: the number fits, and the result still says to call back', async () => {
      const { hers, his } = await openScene()
      await goHome(his)
      const number = await ask(hers, his, 'Pay 48,000 euros to Hanse Bau')
      await open(his, 'Pay 48,000 euros')
      await answer(his, number)
      await ended(hers, /^Call .+ back before you act$/).waitFor()
      await hers.page.getByText('Nobody called back on a number that was known before.').waitFor()
      await picture(hers.page, 'attack-relay-weak')
    })

    test('double relay: a check of Ben’s beside that of Anna’s is not begun, and he is led to hers', async () => {
      const scene = await openScene()
      const { hers, his } = scene
      await ask(hers, his, 'Pay 48,000 euros')
      await openForm(his.page, hers.email)
      await inTheWay(his.page).getByText('is asking you already. Answer first').waitFor()
      await inTheWay(his.page).getByRole('link').click()
      await claims(his.page).waitFor()
      await says(his.page, 'I was called')
      await says(his.page, YES)
      await bothRead(scene, 'Both were called: hang up, and pay nothing')
    })

    test('a claim that is not Ben’s: he denies it, and both are told to pay nothing', async () => {
      const scene = await openScene()
      const { hers, his } = scene
      const desk = await openDesk(hers)
      await goHome(his)
      await ask(hers, his, 'Send the password of the bank')
      await open(his, 'Send the password of the bank')
      const name = hers.email.split('@')[0]!
      await his.page
        .getByRole('button', { name: `I am talking to ${name}, but I did not ask for this` })
        .click()
      await his.page.getByRole('dialog').getByRole('button', { name: 'I did not ask for this' }).click()
      await bothRead(scene, DENIED)
      await alarm(desk, /Send the password of the bank/)
    })

    test('fatigue: who is refused three times cannot ask Ben again, and is told to call back', async () => {
      const { hers, his } = await openScene()
      for (const n of [1, 2, 3]) {
        product.skip(BETWEEN_CHECKS_MS)
        await goHome(his)
        await ask(hers, his, `Urgent ${n}`)
        await his.page.getByRole('link', { name: `Urgent ${n}` }).click()
        await his.page.getByRole('link', { name: /^I am not talking to/ }).click()
        await his.page.getByRole('button', { name: 'Report as suspicious' }).click()
        await ended(hers, 'Reported as suspicious: hang up, and pay nothing').waitFor()
      }
      await openForm(hers.page, his.email)
      await inTheWay(hers.page).getByText('Hang up and call back on a number that you know').waitFor()
      await picture(hers.page, 'attack-fatigue')
    })

    test('guesses over many checks: the third wrong number of the day locks the two until an admin speaks', async () => {
      const scene = await openScene()
      const { hers, his } = scene
      const wrong = async (phone: Phone, number: string) => answer(phone, number === '10' ? '11' : '10')
      await goHome(his)
      const first = await ask(hers, his, 'First')
      await open(his, 'First')
      await wrong(his, first)
      await his.page.getByText('1 try is left').waitFor()
      await hers.page.getByText('A wrong number was typed. If you misread it').waitFor()
      await wrong(his, first)
      await bothRead(scene, 'Closed: wrong number. Hang up, and pay nothing')
      await goHome(his)
      product.skip(BETWEEN_CHECKS_MS)
      const second = await ask(hers, his, 'Second')
      await open(his, 'Second')
      await wrong(his, second)
      await bothRead(scene, 'Closed: wrong number. Hang up, and pay nothing')
      await openForm(hers.page, his.email)
      await inTheWay(hers.page).getByText('your call checks are locked').waitFor()
      await picture(hers.page, 'attack-guesses')
    })

    test('stolen session: the thief reads, but has no device to ask or to answer with', async () => {
      const { hers, his } = await openScene()
      const thief = await openThief(his.email)
      await goHome(his)
      const number = await ask(hers, his, 'Pay 48,000 euros')
      await thief.goto('/m')
      await thief.getByRole('link', { name: 'Pay 48,000 euros' }).click()
      await says(thief, 'I called')
      await says(thief, YES)
      await thief.getByRole('link', { name: 'Set up this device' }).waitFor()
      expect(await thief.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
      await picture(thief, 'attack-session')
      // Ben himself goes on.
      await open(his, 'Pay 48,000 euros')
      await answer(his, number)
      await ended(his, /^The phone of .+ has your answer$/).waitFor()
    })

    test('exchanged number: Anna is shown the old one for a day, and never that of the thief', async () => {
      const { hers, his } = await openScene(withNumber)
      const thief = await openThief(his.email)
      await thief.goto('/m/call-back')
      await thief.getByRole('button', { name: /^Change/ }).click()
      await thief.getByLabel('Telephone number').fill(HIS)
      await thief.getByRole('button', { name: 'Save number' }).click()
      await thief.getByText(HIS).waitFor()
      await picture(thief, 'attack-number')
      await openForm(hers.page, his.email)
      await hers.page.getByRole('link', { name: OLD }).waitFor()
      expect(await hers.page.getByText(HIS).count()).toBe(0)
      await product.mail(his.email, /number/i)
    })
  },
)
