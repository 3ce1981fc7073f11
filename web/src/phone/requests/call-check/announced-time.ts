/** Returns the time that a screen reader announces: whole minutes, then 30 and 10 seconds. Announcing every second would drown everything else. */
export const announcedTime = (seconds: number): { minutes: number } | { seconds: number } | null => {
  if (seconds <= 0) return null
  if (seconds > 30) return { minutes: Math.ceil(seconds / 60) }
  return { seconds: seconds > 10 ? 30 : 10 }
}
