import Type, { type Static } from 'typebox'
import { nullable, words } from '../../common.ts'

/** When reminders are sent to the people of a workspace. */

/** German states by ISO 3166-2, and countries with the days that hold in all of them. */
export const GERMAN_STATES = [
  'DE-BW',
  'DE-BY',
  'DE-BE',
  'DE-BB',
  'DE-HB',
  'DE-HH',
  'DE-HE',
  'DE-MV',
  'DE-NI',
  'DE-NW',
  'DE-RP',
  'DE-SL',
  'DE-SN',
  'DE-ST',
  'DE-SH',
  'DE-TH',
] as const
export const HOLIDAY_COUNTRIES = [
  'DE',
  'AT',
  'BE',
  'BG',
  'CH',
  'CY',
  'CZ',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  'US',
] as const
export const HOLIDAY_REGIONS = [...GERMAN_STATES, ...HOLIDAY_COUNTRIES] as const

export const WorkingHours = Type.Object({
  /** 1: Monday to 7: Sunday. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  /** As a clock in the time zone of the workspace shows it. */
  from: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  /** After `from`. */
  until: Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }),
  /** The public holidays that are kept; null: none. */
  holidays: nullable(words(HOLIDAY_REGIONS)),
})
export type WorkingHours = Static<typeof WorkingHours>

/** Of a workspace whose admins have set none. */
export const USUAL_HOURS: WorkingHours = {
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  until: '18:00',
  holidays: null,
}
