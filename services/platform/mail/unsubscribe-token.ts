import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'

const ID_LENGTH = 36

type Key = Pick<Config, 'TOKEN_SECRET'>

/** The token in a person's digests. What it allows is harmless and can be undone, so it does not end. */
export const unsubscribeToken = ({ TOKEN_SECRET }: Key, userId: string): string =>
  `${userId}-${hmac(TOKEN_SECRET, 'unsubscribe', userId)}`

/** Whose token it is; undefined if it is none of ours. */
export const unsubscriberOf = (key: Key, token: string): string | undefined => {
  const userId = token.slice(0, ID_LENGTH)
  return token === unsubscribeToken(key, userId) ? userId : undefined
}
