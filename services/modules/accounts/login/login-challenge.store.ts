import { randomBytes } from 'node:crypto'
import { hmac } from '#platform/primitives/ids.ts'
import { CHALLENGE_ROWS } from '#platform/secrets/challenges.ts'
import type { SealedRows } from '#platform/secrets/row-macs.ts'

/**
 * Login challenges. Anonymous callers can request any number, so a challenge is only stored once it was signed. It
 * carries its own time and MAC.
 */
export type LoginChallenges = {
  /** Returns 32 bytes as base64url. `door` binds the challenge to one kind of login. */
  make(door: string, now: Date): string
  /** Whether the challenge is authentic, made for this door, and not expired. */
  isValid(challenge: string, door: string, now: Date): boolean
  /** True for the first use. */
  spend(challenge: string, userId: string, now: Date): Promise<boolean>
}

/** How long a login page may stay open. */
const VALID_FOR_MS = 600_000
const PURPOSE = 'login'
const TIME_BYTES = 6
const PAYLOAD_BYTES = 16
const MAC_BYTES = 16

export const createLoginChallenges = ({ db, rowMacs }: SealedRows, secret: string): LoginChallenges => {
  /** `payload`: 6 bytes of time and 10 random bytes. */
  const withMac = (payload: Buffer, door: string): string => {
    const mac = Buffer.from(hmac(secret, 'login-challenge', door, payload.toString('base64url')), 'base64url')
    return Buffer.concat([payload, mac.subarray(0, MAC_BYTES)]).toString('base64url')
  }
  return {
    make(door, now) {
      const payload = randomBytes(PAYLOAD_BYTES)
      payload.writeUIntBE(now.getTime(), 0, TIME_BYTES)
      return withMac(payload, door)
    },
    isValid(challenge, door, now) {
      const payload = Buffer.from(challenge, 'base64url').subarray(0, PAYLOAD_BYTES)
      if (payload.length < PAYLOAD_BYTES || challenge !== withMac(payload, door)) return false
      const age = now.getTime() - payload.readUIntBE(0, TIME_BYTES)
      // The clock of another server may be ahead.
      return Math.abs(age) < VALID_FOR_MS
    },
    async spend(challenge, userId, now) {
      const expires_at = new Date(now.getTime() + VALID_FOR_MS)
      const spent = await db('challenges')
        .insert(
          rowMacs.sealed(CHALLENGE_ROWS, {
            challenge,
            purpose: PURPOSE,
            user_id: userId,
            canonical: null,
            expires_at,
            spent_by: null,
          }),
        )
        .onConflict('challenge')
        .ignore()
        .returning('challenge')
      return spent.length > 0
    },
  }
}
