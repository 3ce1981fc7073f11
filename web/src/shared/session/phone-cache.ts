import { inStorage } from './browser-storage.ts'

/** The storage key of the last data that the phone app showed, sealed. Deleted with the session, in desk and phone. */
export const PHONE_CACHE = 'vieraugen-kept'
/** The database of the key that opens it. */
export const PHONE_CACHE_KEY = 'vieraugen-kept-key'

/** Destroys the key as well, because browsers may keep deleted storage on the disk for a while. */
export const clearPhoneCache = (): void => {
  inStorage(() => localStorage.removeItem(PHONE_CACHE))
  inStorage(() => void indexedDB.deleteDatabase(PHONE_CACHE_KEY))
}
