import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import type { addActivity, addEternalActivity } from '#contract/workspaces/subscription/periods.ts'
import { addYears } from '#contract/workspaces/subscription/subscription.ts'
import type { RuleTexts } from '#shared/forms/field-errors.ts'
import { optionalTextRule } from '#shared/forms/form-rules.ts'
import type { periodsTexts } from './periods-texts.ts'

type Texts = ReturnType<typeof periodsTexts.use>
type Invalid = Texts['period']['invalid']

const MOST_YEARS = 20
const MOST_SEATS = 100_000
const MOST_REASON = 500

/** The server's limit: at most as far from `today` (YYYY-MM-DD in the workspace's zone) as an eternal activity. */
const dayRule = (common: RuleTexts, t: Invalid, today: string) =>
  z.string().check(
    z.minLength(1, { error: common.field, abort: true }),
    z.refine((day) => day >= addYears(today, -MOST_YEARS) && day <= addYears(today, MOST_YEARS), t.far),
  )

/** Seats and reason. Both are optional. */
const termsOf = (common: RuleTexts, t: Invalid) => ({
  seats: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || (/^[0-9]{1,6}$/.test(text) && isSeats(Number(text))), t.seats),
  ),
  reason: optionalTextRule(common, MOST_REASON),
})

export const eternalSchema = (common: RuleTexts, t: Invalid) => z.object(termsOf(common, t))

export const periodSchema = (common: RuleTexts, t: Invalid, today: string) =>
  z
    .object({
      startDate: dayRule(common, t, today),
      endDate: dayRule(common, t, today),
      ...termsOf(common, t),
    })
    .check(
      z.refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
        error: t.backwards,
        path: ['endDate'],
      }),
    )

const isSeats = (seats: number): boolean => seats >= 1 && seats <= MOST_SEATS

type Terms = z.output<ReturnType<typeof eternalSchema>>
export type PeriodValues = z.output<ReturnType<typeof periodSchema>>

/** Leaves out empty fields. */
export const eternalBody = ({ seats, reason }: Terms): Body<typeof addEternalActivity> => ({
  ...(seats && { seats: Number(seats) }),
  ...(reason && { reason }),
})

export const periodBody = (
  { startDate, endDate, ...terms }: PeriodValues,
  workspaceId: string,
): Body<typeof addActivity> => ({ startDate, endDate, workspaceId, ...eternalBody(terms) })

/** The form for the end of several workspaces' activity. */
export const endsSchema = (common: RuleTexts, t: Invalid, today: string) =>
  z.object({
    endDate: dayRule(common, t, today),
    seats: termsOf(common, t).seats,
    reason: optionalTextRule(common, MOST_REASON).check(z.minLength(1, common.field)),
  })

/** The form for a period from `startDate` to `endDate`. */
export const endSchema = (
  common: RuleTexts,
  text: Texts,
  {
    today,
    startDate,
    endDate,
  }: { readonly today: string; readonly startDate: string; readonly endDate: string },
) =>
  z.object({
    endDate: dayRule(common, text.period.invalid, today).check(
      z.refine((day) => day >= startDate, text.period.invalid.backwards),
      z.refine((day) => day !== endDate, text.end.same),
    ),
    reason: optionalTextRule(common, MOST_REASON).check(z.minLength(1, common.field)),
  })
