import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { hmac } from '#platform/primitives/ids.ts'

/**
 * Challenges of logins. Whoever asks for one is nobody yet and may ask as often as they like, so that none is a row
 * before it was signed: it says itself when it was made, and that we made it.
 */
export type LoginChallenges = {
  /** 32 bytes, base64url. */
  make(door: string, now: Date): string
  /** Whether it was made for this door, and not too long ago. */
  isGood(challenge: string, door: string, now: Date): boolean
  /** True for whoever comes first. */
  spend(challenge: string, userId: string, now: Date): Promise<boolean>
}

/** As long as somebody may leave a page open that offers their passkeys. */
const GOOD_FOR_MS = 600_000
const PURPOSE = 'login'
const TIME_BYTES = 6
const SAID_BYTES = 16
const MARK_BYTES = 16

export const createLoginChallenges = (db: Knex, secret: string): LoginChallenges => {
  /** `said`: when it was made, and ten bytes of chance. */
  const sealed = (said: Buffer, door: string): string => {
    const mark = Buffer.from(hmac(secret, 'login-challenge', door, said.toString('base64url')), 'base64url')
    return Buffer.concat([said, mark.subarray(0, MARK_BYTES)]).toString('base64url')
  }
  return {
    make(door, now) {
      const said = randomBytes(SAID_BYTES)
      said.writeUIntBE(now.getTime(), 0, TIME_BYTES)
      return sealed(said, door)
    },
    isGood(challenge, door, now) {
      const said = Buffer.from(challenge, 'base64url').subarray(0, SAID_BYTES)
      if (said.length < SAID_BYTES || challenge !== sealed(said, door)) return false
      const age = now.getTime() - said.readUIntBE(0, TIME_BYTES)
      // Of two servers one may be ahead.
      return Math.abs(age) < GOOD_FOR_MS
    },
    async spend(challenge, userId, now) {
      const expires_at = new Date(now.getTime() + GOOD_FOR_MS)
      const spent = await db('challenges')
        .insert({ challenge, purpose: PURPOSE, user_id: userId, canonical: null, expires_at })
        .onConflict('challenge')
        .ignore()
        .returning('challenge')
      return spent.length > 0
    },
  }
}
