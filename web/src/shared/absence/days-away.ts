/** Days of an absence, as date fields have them, in the time zone of the browser. The last day counts to its end. */

const pad = (number: number): string => String(number).padStart(2, '0')
const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`

/** Midnight at the beginning of a day, or of one some days later. */
const startOf = (day: string, plus = 0): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + plus)
}

/** The first and the last day of an absence. */
export const daysOf = ({ from, until }: { readonly from: string; readonly until: string }) => ({
  first: dayOf(new Date(from)),
  last: dayOf(new Date(new Date(until).getTime() - 1)),
})

/** The times of an absence of whole days. */
export const timesOf = ({ first, last }: { readonly first: string; readonly last: string }) => ({
  from: startOf(first).toISOString(),
  until: startOf(last, 1).toISOString(),
})
