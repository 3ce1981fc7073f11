import { createHash, createHmac, hash as hashOnce, randomBytes } from 'node:crypto'
import { v5 } from 'uuid'

const NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

/** Returns a uuid v5: the same parts give the same id on every machine and in every retry. */
export const derivedId = (...parts: readonly (string | number)[]): string => v5(parts.join('\n'), NAMESPACE)

/** Returns the SHA-256 of one text or buffer as 64 hex digits, in a third of the time of `sha256`. */
export const sha256Hex = (content: string | Buffer): string => hashOnce('sha256', content, 'hex')

export const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns a base64url HMAC-SHA256. The parts are length-prefixed, so no two lists of parts collide. */
export const hmac = (secret: string, ...parts: readonly string[]): string => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(`${part.length}:${part}`)
  return mac.digest('base64url')
}

/** 256 bits, base64url, 43 characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url')
