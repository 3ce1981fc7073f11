import { PRODUCT } from '#contract/common.ts'
import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { isKnownPassword } from '#platform/secrets/known-passwords.ts'

const SIGNS = 3
const WORD_LENGTH = 3

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, '')

/** What an address or a name is made of, and the whole of each. */
const wordsOf = (text: string): readonly string[] =>
  [...text.split('@'), ...text.split(/[@.]/), ...text.split(/[^\p{L}\p{N}]+/u), text].map(lettersOf)

/**
 * Whatever this installation asks of a password that is set. Throws `input.invalid` for one that is too short, and
 * `password.guessable` for what many choose, for fewer than three different characters, and for what is said
 * already by the product, the address or the workspace, whatever digits and signs stand around it (NIST SP 800-63B-4,
 * 3.1.1.2). `about`: address and names; null where they are not known.
 */
export const requireGoodPassword = (
  { PASSWORD_MIN_LENGTH }: Pick<Config, 'PASSWORD_MIN_LENGTH'>,
  password: string,
  about: readonly (string | null | undefined)[],
): void => {
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    // As the schemas say it of what is shorter than it may be anywhere.
    const problem = `must NOT have fewer than ${PASSWORD_MIN_LENGTH} characters`
    throw new Rejected('input.invalid', [{ field: 'password', problem }])
  }
  const letters = lettersOf(password)
  const words = [PRODUCT, ...about].flatMap((text) => (text ? wordsOf(text) : []))
  const isSaid = words.some((word) => word.length >= WORD_LENGTH && word === letters)
  if (isSaid || new Set(password).size < SIGNS || isKnownPassword(password))
    throw new Rejected('password.guessable')
}
