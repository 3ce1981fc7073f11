import Type from 'typebox'

/** A calendar month, YYYY-MM. */
export const Month = Type.String({ pattern: '^2[0-9]{3}-(?:0[1-9]|1[0-2])$' })

/** Returns the month so many months later, or earlier. */
export const addMonths = (month: string, count: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + count)).toISOString().slice(0, 7)
