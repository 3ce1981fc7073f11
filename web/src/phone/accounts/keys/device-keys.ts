import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { fromBase64url, toBase64url } from '#shared/sign-in/base64url.ts'

/** Non-extractable ECDSA P-256 keys in IndexedDB, under `[userId, deviceId]`. Only pages of this origin in this browser can use them. */
const DATABASE = 'vieraugen-phone'
const STORE = 'device-keys'

const storageError = (): Error => new Error('The browser refuses to store keys.')

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? storageError()))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return settled(request)
}

const TRIAL = 'trial'

/** Stores `key` for a user before the device has an id. Throws if the browser cannot store keys. */
export const storeTrialKey = (userId: string, key: CryptoKey): Promise<void> => write(userId, TRIAL, key)

/** Stores `key` for a device of a user. Resolves once it is on disk. Throws if the browser cannot store keys. */
export const storeKey = (userId: string, deviceId: string, key: CryptoKey): Promise<void> =>
  write(userId, deviceId, key)

/** Records that a passkey was created in this browser. The device itself stores its key. */
export const recordPasskey = (userId: string, deviceId: string): Promise<void> =>
  change((keys) => void keys.put('passkey', [userId, deviceId]))

const write = (userId: string, deviceId: string, key: CryptoKey): Promise<void> =>
  change((keys) => {
    keys.delete([userId, TRIAL])
    keys.put(key, [userId, deviceId])
  })

/** Deletes the key of a device from this browser, if it is there. */
export const deleteKey = (userId: string, deviceId: string): Promise<void> =>
  change((keys) => void keys.delete([userId, deviceId]))

const change = async (act: (keys: IDBObjectStore) => void): Promise<void> => {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(STORE, 'readwrite')
    act(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? storageError()))
    })
  } finally {
    database.close()
  }
}

/** Returns the ids of the user's devices whose key is in this browser. */
export const deviceIdsHere = async (userId: string): Promise<readonly string[]> => {
  const database = await openDatabase()
  try {
    const keys = await settled(database.transaction(STORE).objectStore(STORE).getAllKeys())
    return keys.flatMap((key) => {
      const [owner, deviceId]: unknown[] = Array.isArray(key) ? key : []
      return owner === userId && typeof deviceId === 'string' && deviceId !== TRIAL ? [deviceId] : []
    })
  } finally {
    database.close()
  }
}

/** Returns the private key of a device of this browser, or undefined. */
export const readKey = async (userId: string, deviceId: string): Promise<CryptoKey | undefined> => {
  const database = await openDatabase()
  try {
    const key: unknown = await settled(database.transaction(STORE).objectStore(STORE).get([userId, deviceId]))
    return key instanceof CryptoKey ? key : undefined
  } finally {
    database.close()
  }
}

/** Creates a key pair and returns its public key as a JWK. Needs a secure context (https or localhost). */
export const createDeviceKey = async (): Promise<{ privateKey: CryptoKey; publicKey: PublicKeyJwk }> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
}

/** Signs the 32 bytes of `challenge` (base64url). Returns the 64-byte r‖s as base64url. */
export const signChallenge = async (key: CryptoKey, challenge: string): Promise<string> => {
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    fromBase64url(challenge),
  )
  return toBase64url(new Uint8Array(signature))
}
