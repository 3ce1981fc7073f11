import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import { inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createWorkspace, deleteWorkspace } from '#contract/workspaces/workspaces.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'

openSite({ timeout: 180_000 })

describe.skipIf(noBrowser !== null)(`the export of an audit log${whySkipped}`, () => {
  const opened = async () => {
    const ada = await product.account()
    const { id } = await product.call(createWorkspace, { token: ada.token, body: { name: 'Old Harbour' } })
    for (const n of [1, 2, 3]) {
      const body = {
        email: `guest${n}@example.com`,
        role: 'regular user',
        approver: true,
        requester: false,
      } as const
      await product.call(inviteParticipant, { token: ada.token, params: { id }, body })
    }
    const page = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(page, ada.email)
    return { ada, id, page }
  }
  const exported = async (page: Page, name: RegExp) => {
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const download = await coming
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const narrowAndDark = async (page: Page, name: string) => {
    await page.setViewportSize({ width: 320, height: 780 })
    await page.emulateMedia({ colorScheme: 'dark' })
    // The new colours begin to fade in with the next frame; until then the page looks at rest.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await expectAccessible(page, `${name}, narrow and dark`)
    await picture(page, `${name}-narrow-dark`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test(
    'an admin downloads the filtered entries and the checkpoint of the chain',
    { timeout: 120_000 },
    async () => {
      const { ada, id, page } = await opened()
      await page.goto(`/workspace/${id}?tab=audit&action=participant.invited`)
      await page.getByText('3 of 3 entries').waitFor()
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByText('3 entries, as filtered').waitFor()
      await expectAccessible(page, 'the menu of the export')
      await picture(page, 'export-menu')
      const csv = await exported(page, /^CSV/)
      await page.getByText(`${csv.name} is complete.`).waitFor()
      const rows = Papa.parse<Record<string, string>>(csv.text.slice(1), {
        header: true,
        skipEmptyLines: true,
      }).data
      expect(rows.map((row) => [row['What'], row['E-mail address of the person concerned']])).toEqual([
        ...[3, 2, 1].map((n) => ['Participant invited', `guest${n}@example.com`]),
        ['Checkpoint', ''],
      ])

      await page.goto(`/workspace/${id}?tab=audit`)
      await page.getByRole('row', { name: /Audit log exported/ }).waitFor()
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const { head } = await product.call(workspaceHistory, { token: ada.token, params: { id }, query: {} })
      await page.getByText(`All ${head!.sequence} entries`).waitFor()
      const { text } = await exported(page, /^JSONL/)
      expect(await verifyHistory(Readable.from(text.trimEnd().split('\n')))).toMatchObject({
        isWhole: true,
        entries: head!.sequence,
      })

      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Checkpoint' }).click()
      const dialog = page.getByRole('dialog', { name: 'Checkpoint' })
      await dialog.getByText('Public key').waitFor()
      await expectAccessible(page, 'the checkpoint')
      await picture(page, 'checkpoint')
      await narrowAndDark(page, 'checkpoint')
      await page.getByRole('button', { name: 'Close' }).click()
      await narrowAndDark(page, 'audit-export')

      // A failed export shows its error, and the page stays usable.
      await page.route('**/workspaces/history-export/**', (route) => route.abort())
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: /^PDF/ }).click()
      await page.getByText(/^The export failed: /).waitFor()
      await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    },
  )

  test('a deleted workspace stays in its admins’ list for the export', { timeout: 120_000 }, async () => {
    const { ada, id, page } = await opened()
    await product.call(deleteWorkspace, { token: ada.token, params: { id } })
    await page.goto('/workspaces')
    await page.getByRole('heading', { name: 'Deleted workspaces' }).waitFor()
    await page.getByText(/^Deleted on .* Export until /).waitFor()
    await expectAccessible(page, 'a deleted workspace')
    await picture(page, 'deleted-workspace')
    await page.getByRole('button', { name: 'Export the audit log of Old Harbour' }).click()
    const { text } = await exported(page, /^JSONL/)
    expect(await verifyHistory(Readable.from(text.trimEnd().split('\n')))).toMatchObject({ isWhole: true })
    await narrowAndDark(page, 'deleted-workspace')
  })
})
