import { randomToken } from '#platform/primitives/ids.ts'

/** Settings that are secrets, by name. */
export const SECRETS = [
  'JWT_SECRET',
  'TOKEN_SECRET',
  'MASTER_KEY',
  'PASSWORD_KEY',
  'CHECKPOINT_KEY',
  'ADDRESS_KEY',
  'THROTTLE_KEY',
] as const

export type Secrets = Record<(typeof SECRETS)[number], string>

export const freshSecrets = (): Secrets =>
  Object.fromEntries(SECRETS.map((key) => [key, randomToken()])) as Secrets
