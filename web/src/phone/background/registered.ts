const STORAGE_KEY = 'vieraugen-push'
/** The push subscription of this browser, and who turned it on. */
type Registered = { readonly id: string; readonly userId: string }

export const readRegistered = (): Registered | null => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Registered | null
  } catch {
    return null
  }
}
export const remember = (subscription: Registered | null): void => {
  if (subscription) localStorage.setItem(STORAGE_KEY, JSON.stringify(subscription))
  else localStorage.removeItem(STORAGE_KEY)
}

/** Whether this user has not turned notifications on in this browser, as far as is known at once. */
export const isPushOff = (userId: string): boolean =>
  !('Notification' in window) || Notification.permission !== 'granted' || readRegistered()?.userId !== userId
