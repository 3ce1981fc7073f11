import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { signup } from '#contract/accounts/sign-up.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { userLive } from '#contract/live.ts'
import { createWorkspace, updateSettings } from '#contract/workspaces/workspaces.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { joinAsApprovers } from '#support/product/crowd.ts'
import { isLong } from '#support/rounds.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'

/** Two admins in the same workspace, each in their own browser. */

const [ann, ben, zoe, kim] = ['ann@example.com', 'ben@example.com', 'zoe@example.com', 'kim@example.com']
const people = Array.from({ length: 58 }, (_, number) => `person${number + 10}@example.com`)
let id = ''
let bens = ''

openSite({
  timeout: 120_000,
  prepare: async () => {
    const { token } = await product.account(ann)
    id = (await product.call(createWorkspace, { token, body: { name: 'Harbour' } })).id
    const invite = async (email: string, role: 'admin' | 'regular user') => {
      const body = { email, role, approver: true, requester: true }
      await product.call(inviteParticipant, { token, params: { id }, body })
      const link = linkIn(await product.mail(email, /invites you/), '/users/invite/')
      const params = { id: link.searchParams.get('invitationUuid')! }
      return { params, verificationToken: link.pathname.split('/').at(-1)! }
    }
    bens = (await product.account(ben)).token
    await product.call(acceptInvite, { token: bens, params: (await invite(ben, 'admin')).params })
    // A person without an account becomes a regular user.
    const { params, verificationToken } = await invite(kim, 'regular user')
    const credentials = { email: kim, password: PASSWORD }
    await product.call(signup, { body: { ...credentials, verificationToken } })
    const kims = (await product.call(login, { body: credentials })).access_token
    await product.call(acceptInvite, { token: kims, params })
    await onPlatform((platform) => joinAsApprovers(platform, id, people))
    const invited = { email: zoe, role: 'regular user', approver: true, requester: true } as const
    await product.call(inviteParticipant, { token, params: { id }, body: invited })
  },
})

const isStream = (asked: { url(): string }) => /\/live(\/|$)/.test(asked.url())

const openTab = async (email: string, tab: string): Promise<Page> => {
  const page = await openPage(browser, product.origin, { width: 1280, height: 800 })
  await signIn(page, email)
  const stream = page.waitForResponse(isStream)
  await page.goto(`/workspace/${id}?tab=${tab}`)
  await stream
  return page
}
const rename = (name: string) => product.call(updateSettings, { token: bens, params: { id }, body: { name } })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rowOf = (page: Page, email: string) => page.getByRole('row', { name: email })
/** People who joined at the same moment may appear in any order. */
const peopleOn = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('row').allTextContents()).flatMap(
    (text) => /person\d\d@example\.com/.exec(text)?.[0] ?? [],
  )
/** Chooses an action from the menu of a row, and confirms it if needed. */
const choose = async (page: Page, email: string, action: string, isAsked = false): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
  if (isAsked) await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

/** What a reader sees: the position of the row on the screen, the focused element, its text and its selection. */
const placeOf = async (page: Page, email: string) => ({
  top: Math.round((await rowOf(page, email).boundingBox())?.y ?? Number.NaN),
  ...(await page.evaluate<object>(`(({ activeElement: at }) => (
    { focus: at.cloneNode().outerHTML, text: at.value, from: at.selectionStart, to: at.selectionEnd })
  )(document)`)),
})

const NOTICE = /appear with a delay/

describe.skipIf(noBrowser !== null)(`what another admin does${whySkipped}`, () => {
  test('appears by itself, and keeps scroll position, focus and input', async () => {
    const [page, other] = [await openTab(ann, 'users'), await openTab(ben, 'settings')]
    const search = page.getByRole('searchbox')
    await search.pressSequentially('exam')
    const name = other.getByLabel(/^Name/)
    await name.fill('Dockyard')
    await other.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Dockyard').waitFor()
    expect(await search.inputValue()).toBe('exam')
    await search.and(page.locator(':focus')).waitFor()

    // A second tab of the same browser has no stream of its own, but gets the changes.
    const second = await page.context().newPage()
    const streams: string[] = []
    page.context().on('request', (request) => isStream(request) && streams.push(request.url()))
    await second.goto(`/workspace/${id}?tab=audit`)
    await heading(second, 'Dockyard').waitFor()
    await second.locator('.audit-list tbody tr').first().waitFor()
    await rename('Lighthouse')
    await heading(second, 'Lighthouse').waitFor()
    expect(streams).toEqual([])
    const fresh = second.getByRole('button', { name: '1 new entry' })
    await fresh.waitFor()
    await picture(second, 'live-fresh-entry')
    await fresh.click()
    await fresh.waitFor({ state: 'detached' })
    // The first tab has one stream for everything; the second tab takes it over.
    await page.close()
    await expect.poll(() => streams).toEqual([`${product.origin}${userLive.path}`])
  }, 120_000)

  test.runIf(isLong())(
    'to participants moves nothing for readers who have scrolled, opened a row, or are typing a search',
    async () => {
      const [page, other] = [await openTab(ann, 'users'), await openTab(ben, 'users')]
      await rowOf(other, people[0]!).waitFor()
      const listed = await peopleOn(other)
      const [opened, beside] = listed.slice(-10) as [string, string]
      const above = listed.find((email) => !/person(2|62)/.test(email))!
      await other.getByRole('button', { name: opened, exact: true }).click()
      const drawer = other.getByRole('dialog', { name: opened })
      await drawer.getByText('Changes to them').focus()
      await other.evaluate('isSamePage = true')
      const place = await placeOf(other, opened)
      expect(await other.evaluate('scrollY')).toBeGreaterThan(1_000)
      const staysAt = async (step: string) =>
        expect({ step, ...(await placeOf(other, opened)) }).toEqual({ step, ...place })
      // There is no space for it beside the details.
      const isRevoked = rowOf(other, zoe).locator('.tag', { hasText: 'revoked' })

      await choose(page, opened, 'Set inactive')
      const question = page.getByRole('dialog')
      await question.getByText('No open request is closed.').waitFor()
      await picture(page, 'set-inactive-question')
      await question.getByRole('button', { name: 'Set inactive' }).click()
      await rowOf(other, opened).getByText('inactive').waitFor()
      await drawer.locator('dl > div', { hasText: 'Active' }).getByText('no').waitFor()
      await staysAt('deactivated')
      await picture(other, 'live-read-far-down')
      await page.getByRole('button', { name: 'Undo' }).click()
      await rowOf(other, opened).getByText('inactive').waitFor({ state: 'detached' })
      await staysAt('active again')
      await choose(page, beside, 'Make requester')
      await rowOf(other, beside).getByText('requester').waitFor()
      await staysAt('a requester')
      await choose(page, beside, 'Convert to admin', true)
      await rowOf(other, beside).getByText('admin').waitFor()
      await staysAt('an admin')
      await choose(page, zoe, 'Revoke the invitation', true)
      await isRevoked.waitFor({ state: 'attached' })
      await staysAt('revoked')
      await choose(page, zoe, 'Send the invitation again')
      await isRevoked.waitFor({ state: 'detached' })
      await staysAt('sent again')
      await choose(page, above, 'Remove from workspace', true)
      await rowOf(other, above).waitFor({ state: 'detached' })
      await staysAt('removed, further up')

      await other.keyboard.press('Escape')
      const search = other.getByRole('searchbox')
      await search.fill('person2')
      await other.getByText('10 of 10 shown').waitFor()
      await search.press('ArrowLeft')
      const found = await peopleOn(other)
      const typing = await placeOf(other, found[0]!)
      await choose(page, found.at(-1)!, 'Remove from workspace', true)
      await other.getByText('9 of 9 shown').waitFor()
      expect(await placeOf(other, found[0]!)).toEqual(typing)
      await search.pressSequentially('6')
      await other.getByText('1 of 1 shown').waitFor()
      expect(await search.inputValue()).toBe('person62')
      expect(await other.evaluate('isSamePage')).toBe(true)
    },
    120_000,
  )

  test('lets a colleague whom they make an admin in at the next click, without a login or a reload', async () => {
    const page = await openPage(browser, product.origin, { width: 1280, height: 800 })
    await signIn(page, kim)
    await page.goto('/workspaces')
    await page.getByRole('heading', { name: 'Please use the phone page' }).waitFor()
    await page.evaluate('isSamePage = true')
    const other = await openTab(ann, 'users')
    await choose(other, kim, 'Convert to admin', true)
    await page.getByRole('link', { name: /^(Harbour|Dockyard|Lighthouse)/ }).click()
    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.locator('.audit-list tbody tr').first().waitFor()
    expect(await page.evaluate('isSamePage')).toBe(true)
  }, 60_000)

  test('shows beside the input in the same field', async () => {
    const page = await openTab(ann, 'settings')
    const name = page.getByLabel(/^Name/)
    await name.fill('Mine')
    await rename('Theirs')
    await page.getByText('Somebody else has changed this to: Theirs').waitFor()
    expect(await name.inputValue()).toBe('Mine')
    await picture(page, 'live-both-values')
    await page.getByRole('button', { name: 'Use this instead' }).click()
    expect(await name.inputValue()).toBe('Theirs')
  }, 60_000)

  test('is caught up after a network outage, which the page announces', async () => {
    const page = await openTab(ann, 'users')
    await page.context().setOffline(true)
    await page.getByText(NOTICE).waitFor()
    await rename('Back again')
    await picture(page, 'live-lost')
    await page.context().setOffline(false)
    await heading(page, 'Back again').waitFor()
    await page.getByText(NOTICE).waitFor({ state: 'detached' })
  }, 120_000)
})
