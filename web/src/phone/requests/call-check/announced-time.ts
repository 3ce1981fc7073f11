/** What is told of a countdown to who cannot see it, so that it does not speak all the time: whole minutes, then 30 and 10 seconds. */
export const announcedTime = (seconds: number): { minutes: number } | { seconds: number } | null => {
  if (seconds <= 0) return null
  if (seconds > 30) return { minutes: Math.ceil(seconds / 60) }
  return { seconds: seconds > 10 ? 30 : 10 }
}
