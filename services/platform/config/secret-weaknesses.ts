import { secretsIn } from './key-ring.ts'

const KEY_RINGS = ['MASTER_KEY', 'PASSWORD_KEY', 'CHECKPOINT_KEY'] as const
const SECRETS = [
  'JWT_SECRET',
  'TOKEN_SECRET',
  'ADDRESS_KEY',
  'THROTTLE_KEY',
  'VAPID_PRIVATE_KEY',
  ...KEY_RINGS,
] as const
/** Whether a setting holds numbered secrets. */
export const isKeyRing = (key: string): boolean => KEY_RINGS.some((ring) => ring === key)
const PLACEHOLDER = /change.?me|password|secret|example|default/i

const isWeak = (value: string): boolean =>
  new Set(value).size < 8 || /^(.+?)\1+$/.test(value) || PLACEHOLDER.test(value)

type Given = Readonly<Record<string, unknown>>

/** Returns each secret with the name of its setting, and its number if there are several. */
const secretsOf = (given: Given): readonly { readonly key: string; readonly value: string }[] =>
  SECRETS.flatMap((key) => {
    const value = given[key]
    if (typeof value !== 'string') return []
    if (!isKeyRing(key)) return [{ key, value }]
    const secrets = secretsIn(value)
    const nameOf = (number: number) => (secrets.length > 1 ? `${key} (number ${number})` : key)
    return secrets.map((one) => ({ key: nameOf(one.number), value: one.secret }))
  })

/** Returns the faults of secrets that are long enough: easy to guess, or equal to another. */
export const secretWeaknesses = (given: Given): readonly string[] =>
  secretsOf(given).flatMap(({ key, value }, i, all) => {
    const same = all.slice(0, i).find((other) => other.value === value)
    return [
      ...(isWeak(value) ? [`${key}: is easy to guess; take one from openssl rand -base64 48`] : []),
      ...(same ? [`${key}: is the same as ${same.key}`] : []),
    ]
  })
