import { PRODUCT } from '#contract/common.ts'
import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { isKnownPassword } from '#platform/secrets/known-passwords.ts'

const MIN_DIFFERENT_CHARACTERS = 3
const MIN_WORD_LENGTH = 3

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, '')

/** The words of an address or a name, and the whole text. */
const wordsOf = (text: string): readonly string[] =>
  [...text.split('@'), ...text.split(/[@.]/), ...text.split(/[^\p{L}\p{N}]+/u), text].map(lettersOf)

/**
 * Throws `input.invalid` for a password that is too short, and `password.guessable` for a common password, for fewer than
 * three different characters, and for a word of the product, address or workspace name with digits or signs around it
 * (NIST SP 800-63B-4, 3.1.1.2). `about` holds the address and names, null if unknown.
 */
export const requireGoodPassword = (
  { PASSWORD_MIN_LENGTH }: Pick<Config, 'PASSWORD_MIN_LENGTH'>,
  password: string,
  about: readonly (string | null | undefined)[],
): void => {
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    // The wording of JSON Schema validation.
    const problem = `must NOT have fewer than ${PASSWORD_MIN_LENGTH} characters`
    throw new Rejected('input.invalid', [{ field: 'password', problem }])
  }
  const letters = lettersOf(password)
  const words = [PRODUCT, ...about].flatMap((text) => (text ? wordsOf(text) : []))
  const isKnownWord = words.some((word) => word.length >= MIN_WORD_LENGTH && word === letters)
  if (isKnownWord || new Set(password).size < MIN_DIFFERENT_CHARACTERS || isKnownPassword(password))
    throw new Rejected('password.guessable')
}
