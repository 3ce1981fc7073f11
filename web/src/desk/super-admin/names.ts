import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { dateIn, daysBetween } from '#contract/workspaces/subscription/subscription.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import type { Language } from '#shared/texts/language.ts'
import { yearsIn } from '#shared/texts/years-in.ts'
import type { superAdminTexts } from './texts.ts'

type Texts = ReturnType<typeof superAdminTexts.use>

/** First and last day. */
export const termWords = (
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string | null },
  language: Language,
): string => `${formatDate(startDate, language)} – ${endDate ? formatDate(endDate, language) : ''}`

const WARN_DAYS = 7

/** The remaining time of a workspace, and whether it ends soon. */
export const endWords = (
  { isActive, endDate, timezone }: ListedWorkspace,
  text: Texts,
  now: Date,
): { readonly words: string; readonly isSoon: boolean } => {
  if (!isActive || endDate === null) return { words: text.ended, isSoon: false }
  const days = daysBetween(dateIn(timezone, now), endDate)
  const years = yearsIn(days)
  return { words: years === null ? text.days(days) : text.years(years), isSoon: days <= WARN_DAYS }
}

export const nameOf = ({ name }: ListedWorkspace, text: Texts): string => name ?? text.nameless

const monthFormat = (language: Language, month: 'long' | 'short', year?: 'numeric') =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { month, year, timeZone: 'UTC' })

/** `month` is YYYY-MM. */
export const formatMonth = (month: string, language: Language): string =>
  monthFormat(language, 'long', 'numeric').format(new Date(`${month}-01T00:00:00Z`))

/** Without the year. */
export const formatShortMonth = (month: string, language: Language): string =>
  monthFormat(language, 'short').format(new Date(`${month}-01T00:00:00Z`))
