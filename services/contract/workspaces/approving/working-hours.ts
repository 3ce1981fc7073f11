import Type, { type Static } from 'typebox'
import { nullable, words } from '../../common.ts'
import { HOLIDAY_REGIONS } from './holiday-regions.ts'

/** When reminders are sent to the people of a workspace. */

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
