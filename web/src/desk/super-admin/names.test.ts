import { expect, test } from 'vitest'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { listedOf } from '../../testing/samples.ts'
import { endWords } from './names.ts'
import { superAdminTexts } from './texts.ts'

const now = new Date('2026-11-23T23:30:00Z')

test.each<[Partial<ListedWorkspace>, string, boolean]>([
  [{ endDate: '2026-11-23', timezone: 'UTC' }, 'today', true],
  [{ endDate: '2026-11-24', timezone: 'Europe/Berlin' }, 'today', true],
  [{ endDate: '2026-11-30', timezone: 'UTC' }, '7 days', true],
  [{ endDate: '2026-12-01', timezone: 'UTC' }, '8 days', false],
  [{ endDate: '2046-11-23', timezone: 'UTC' }, '20 years', false],
  [{ endDate: '2026-11-22', timezone: 'UTC', isActive: false }, 'ended', false],
])('counts the remaining days in the time zone of the workspace: %j', (changes, words, isSoon) => {
  expect(endWords(listedOf(1, changes), superAdminTexts.languages.en, now)).toEqual({ words, isSoon })
})

test('uses singular and plural for workspaces that end soon', () => {
  const { en, de } = superAdminTexts.languages
  expect([en.ending(1, 30), en.ending(2, 30)]).toEqual(['1 ends within 30 days', '2 end within 30 days'])
  expect([de.ending(1, 30), de.ending(2, 30)]).toEqual(['1 endet binnen 30 Tagen', '2 enden binnen 30 Tagen'])
})
