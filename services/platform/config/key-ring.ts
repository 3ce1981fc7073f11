/**
 * The keys of one setting: a bare secret, which has number 1, or several numbered ones, `1:secret,2:secret`. Stored data names the
 * number of its key, so a new key can be added beside the old one.
 */
export type KeyRing = {
  /** The key with the highest number. New data uses this one. */
  readonly newest: NumberedSecret
  readonly all: readonly NumberedSecret[]
  readonly find: (number: number) => string | undefined
}
export type NumberedSecret = { readonly number: number; readonly secret: string }

const SHORTEST = 32
const HIGHEST = 9_999
const NUMBERED = /^(\d+):(.*)$/s

const isBare = (text: string): boolean => !text.includes(',') && !NUMBERED.test(text)

/** Returns undefined for a part without a number. */
const partsOf = (text: string): readonly (NumberedSecret | undefined)[] =>
  isBare(text)
    ? [{ number: 1, secret: text }]
    : text.split(',').map((part) => {
        const [, number, secret] = NUMBERED.exec(part.trim()) ?? []
        return number === undefined ? undefined : { number: Number(number), secret: secret! }
      })

/** Returns the secrets, even if the ring has faults. */
export const secretsIn = (text: string): readonly NumberedSecret[] =>
  partsOf(text).flatMap((part) => part ?? [])

/** Returns the faults in words, without secrets. */
export const faultsOfKeyRing = (text: string): readonly string[] => {
  const parts = partsOf(text)
  const secrets = secretsIn(text)
  const numbers = secrets.map(({ number }) => number)
  const twice = new Set(numbers.filter((number, i) => numbers.indexOf(number) !== i))
  return [
    ...(parts.includes(undefined) ? ['one bare secret, or each with its number: 1:secret,2:secret'] : []),
    ...numbers
      .filter((number) => number < 1 || number > HIGHEST)
      .map((number) => `${number} is no number from 1 to ${HIGHEST}`),
    ...[...twice].map((number) => `number ${number} occurs twice`),
    ...secrets
      .filter(({ secret }) => secret.length < SHORTEST)
      .map(({ number }) =>
        isBare(text)
          ? `must not have fewer than ${SHORTEST} characters`
          : `the secret of number ${number} must not have fewer than ${SHORTEST} characters`,
      ),
  ]
}

/** Throws TypeError for a text with faults, which `readConfig` would have rejected. */
export const parseKeyRing = (text: string): KeyRing => {
  const [fault] = faultsOfKeyRing(text)
  if (fault !== undefined) throw new TypeError(`no key ring: ${fault}`)
  const all = secretsIn(text).toSorted((a, b) => b.number - a.number)
  return { newest: all[0]!, all, find: (number) => all.find((one) => one.number === number)?.secret }
}
