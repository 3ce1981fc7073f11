import { PHONE_CACHE, PHONE_CACHE_KEY } from '#shared/session/phone-cache.ts'
import { fromBase64url, toBase64url } from '#shared/sign-in/base64url.ts'

/** The stored data of the phone app: AES-GCM under a key that no script can read, and that ends with the session. */

const STORE = 'keys'
const KEY = 'key'
const IV_BYTES = 12

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser stores no keys.')))
  })

/** Closes the database at once: an open one could not be deleted. */
const withKeys = async <T>(
  mode: IDBTransactionMode,
  act: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const request = indexedDB.open(PHONE_CACHE_KEY, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  const database = await settled(request)
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const readKey = () => withKeys('readonly', (keys) => keys.get(KEY) as IDBRequest<CryptoKey | undefined>)

const ownKey = async (): Promise<CryptoKey> => {
  const stored = await readKey()
  if (stored) return stored
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await withKeys('readwrite', (keys) => keys.put(made, KEY))
  return made
}

/** Stores the text unless `isWanted` says no in the end. Throws if the browser has no keys or no space. */
export const storeSealed = async (text: string, isWanted: () => boolean): Promise<void> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await ownKey(),
    new TextEncoder().encode(text),
  )
  if (isWanted())
    localStorage.setItem(PHONE_CACHE, `${toBase64url(iv)}.${toBase64url(new Uint8Array(sealed))}`)
}

/** Returns the stored text; null if there is none, or none that the key opens. */
export const readSealed = async (): Promise<string | null> => {
  try {
    const [iv = '', sealed] = (localStorage.getItem(PHONE_CACHE) ?? '').split('.')
    const key = sealed === undefined ? undefined : await readKey()
    if (!key || sealed === undefined) return null
    const algorithm = { name: 'AES-GCM', iv: fromBase64url(iv) }
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, fromBase64url(sealed)))
  } catch {
    return null
  }
}
