/** An absence of one day, YYYY-MM-DD, without deputies. */
export const awayOn = (day: string) => ({
  from: `${day}T08:00:00.000Z`,
  until: `${day}T16:00:00.000Z`,
  deputies: [],
})
