import { inStorage } from './browser-storage.ts'

/** The storage key of the last data that the phone app showed. Deleted with the session, in desk and phone. */
export const PHONE_CACHE = 'vieraugen-kept'

export const clearPhoneCache = (): void => void inStorage(() => localStorage.removeItem(PHONE_CACHE))
