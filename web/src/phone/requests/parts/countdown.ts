export type TimeLeft =
  | { unit: 'over' }
  | { unit: 'days'; days: number; hours: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'minutes'; minutes: number; seconds: number }

/** Returns the time from `now` (milliseconds) to `expiresAt` (ISO time) in its two largest units. */
export const timeLeft = (expiresAt: string, now: number): TimeLeft => {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1000)
  if (seconds <= 0) return { unit: 'over' }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', minutes, seconds: seconds % 60 }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 }
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 }
}
