import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { fromBase64url, toBase64url } from './base64url.ts'

/**
 * The keys that this browser signs with: ECDSA P-256, not extractable, in IndexedDB under
 * `[userId, deviceId]`. Nothing but this origin's pages in this browser can use them.
 */
const DATABASE = 'vieraugen-phone'
const STORE = 'device-keys'

const refusal = (): Error => new Error('The browser refuses to keep keys.')

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? refusal()))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return settled(request)
}

const TRIAL = 'trial'

/** Keeps `key` for a user before the device has an id. Throws when the browser keeps nothing. */
export const tryToKeepKey = (userId: string, key: CryptoKey): Promise<void> => write(userId, TRIAL, key)

/** Keeps `key` for a device of a user. Resolves once it is on disk. Throws when the browser keeps nothing. */
export const keepKey = (userId: string, deviceId: string, key: CryptoKey): Promise<void> =>
  write(userId, deviceId, key)

/** Notes that a passkey was made in this browser; its key is kept by the device itself. */
export const notePasskey = (userId: string, deviceId: string): Promise<void> =>
  change((keys) => void keys.put('passkey', [userId, deviceId]))

const write = (userId: string, deviceId: string, key: CryptoKey): Promise<void> =>
  change((keys) => {
    keys.delete([userId, TRIAL])
    keys.put(key, [userId, deviceId])
  })

/** Forgets the key of a device, if it is in this browser. */
export const forgetKey = (userId: string, deviceId: string): Promise<void> =>
  change((keys) => void keys.delete([userId, deviceId]))

const change = async (act: (keys: IDBObjectStore) => void): Promise<void> => {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(STORE, 'readwrite')
    act(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? refusal()))
    })
  } finally {
    database.close()
  }
}

/** Ids of the user's devices whose key is in this browser. */
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

/** The private key of a device of this browser, or undefined. */
export const keyOf = async (userId: string, deviceId: string): Promise<CryptoKey | undefined> => {
  const database = await openDatabase()
  try {
    const key: unknown = await settled(database.transaction(STORE).objectStore(STORE).get([userId, deviceId]))
    return key instanceof CryptoKey ? key : undefined
  } finally {
    database.close()
  }
}

/** A new key pair and its public half as the server wants it. Needs a secure context (https or localhost). */
export const createDeviceKey = async (): Promise<{ privateKey: CryptoKey; publicKey: PublicKeyJwk }> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
}

/** base64url of the 64-byte r‖s over the 32 bytes of `challenge` (base64url). */
export const signChallenge = async (key: CryptoKey, challenge: string): Promise<string> => {
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    fromBase64url(challenge),
  )
  return toBase64url(new Uint8Array(signature))
}
