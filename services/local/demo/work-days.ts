const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** UTC. Europe and East Asia are both awake then. */
const FIRST_HOUR = 7

/** Monday to Friday, at midnight UTC, oldest first. The last one ended before `now`. */
export const workDaysBefore = (now: Date, count: number): readonly Date[] => {
  const days: Date[] = []
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  for (let day = today - DAY_MS; days.length < count; day -= DAY_MS) {
    const date = new Date(day)
    if (date.getUTCDay() % 6 !== 0) days.unshift(date)
  }
  return days
}

/** `minutes` after work has begun on that day. */
export const atWork = (day: Date, minutes: number): Date =>
  new Date(day.getTime() + FIRST_HOUR * 60 * MINUTE_MS + minutes * MINUTE_MS)

export const minutesLater = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)
