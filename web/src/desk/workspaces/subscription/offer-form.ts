import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import {
  LATEST_START_DAYS,
  MAX_USERS,
  type requestOffer,
  type RunTime,
} from '#contract/workspaces/subscription/offers.ts'
import { addDays } from '#contract/workspaces/subscription/subscription.ts'
import type { RuleTexts } from '#shared/forms/field-errors.ts'
import { lineRule } from '#shared/forms/form-rules.ts'
import type { offerTexts } from './offer-texts.ts'

export const RUN_TIMES: readonly RunTime[] = ['12 Monate', '24 Monate']
/** The numbers that the form proposes: '1' to '100'. */
export const USER_NUMBERS: readonly string[] = Array.from({ length: 100 }, (_, i) => String(i + 1))

export const emptyOffer = {
  firstName: '',
  lastName: '',
  companyName: '',
  street: '',
  houseNumber: '',
  zipCode: '',
  runTime: RUN_TIMES[0]!,
  usersNumber: '10',
  startDate: '',
}

const DATE = /^(?:(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})|(?<iso>\d{4}-\d{2}-\d{2}))$/

/** Parses a date with the day first (01/02/2027, 1.2.2027, 1-2-2027) into YYYY-MM-DD. Null if it is invalid. */
export const dateFrom = (text: string): string | null => {
  const { day = '', month = '', year = '', iso } = DATE.exec(text.trim())?.groups ?? {}
  const date = iso ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

type Texts = ReturnType<typeof offerTexts.use>['invalid']

/** `today` is YYYY-MM-DD in the workspace's time zone. */
export const offerSchema = (common: RuleTexts, t: Texts, today: string) => {
  const begins = (text: string) => dateFrom(text) ?? ''
  return z.object({
    firstName: lineRule(common, 100),
    lastName: lineRule(common, 100),
    companyName: lineRule(common, 200),
    street: lineRule(common, 200),
    houseNumber: z.string().check(z.trim(), z.minLength(1, t.required), z.maxLength(40, common.long(40))),
    zipCode: z.string().check(z.trim(), z.regex(/^[0-9]{5}$/, t.zipCode)),
    runTime: z.enum(RUN_TIMES, t.required),
    usersNumber: z.string().check(
      z.trim(),
      z.minLength(1, { error: t.required, abort: true }),
      z.refine((text) => /^[1-9][0-9]*$/.test(text) && Number(text) <= MAX_USERS, t.seats),
    ),
    startDate: z.string().check(
      z.trim(),
      z.minLength(1, { error: t.required, abort: true }),
      z.refine((text) => dateFrom(text) !== null, { error: t.date, abort: true }),
      z.refine((text) => begins(text) >= today, t.past),
      z.refine((text) => begins(text) <= addDays(today, LATEST_START_DAYS), t.far),
    ),
  })
}

export type OfferValues = z.output<ReturnType<typeof offerSchema>>

export const offerBody = (values: OfferValues, workspaceId: string): Body<typeof requestOffer> => ({
  ...values,
  startDate: dateFrom(values.startDate)!,
  workspaceId,
})
