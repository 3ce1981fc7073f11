import type { Config } from '#platform/config/config.ts'
import { secretWeaknesses } from '#platform/config/secret-weaknesses.ts'

const weak: readonly (readonly [string, (config: Config) => boolean])[] = [
  [
    'PUBLIC_BASE_URL: without https passwords are sent unencrypted, and passkeys do not work.',
    ({ PUBLIC_BASE_URL }) => /^http:\/\/(?!localhost(:\d+)?$)/.test(PUBLIC_BASE_URL),
  ],
  [
    'TRUST_PROXY: not set, so all callers share one address, rate limit and throttle.',
    ({ PUBLIC_BASE_URL, TRUST_PROXY }) => PUBLIC_BASE_URL.startsWith('https:') && !TRUST_PROXY,
  ],
  [
    'EVENTSTORE_URL: tls=false, so anybody in that network can read and write facts.',
    ({ EVENTSTORE_URL }) => /[?&]tls=false\b/i.test(EVENTSTORE_URL ?? ''),
  ],
  [
    'EVENTSTORE_URL: the default password of EventStoreDB.',
    ({ EVENTSTORE_URL }) => (EVENTSTORE_URL ?? '').includes(':changeit@'),
  ],
  ['DATABASE_URL: no password.', ({ DATABASE_URL }) => new URL(DATABASE_URL).password === ''],
  [
    'REDIS_URL: no password.',
    ({ REDIS_URL }) => REDIS_URL !== undefined && new URL(REDIS_URL).password === '',
  ],
  [
    'CONTACT_EMAIL: not set, so neither API nor worker starts.',
    ({ CONTACT_EMAIL }) => CONTACT_EMAIL === undefined,
  ],
  [
    'SUPER_ADMIN_PASSKEY: optional, so a password alone opens the super admin’s pages.',
    ({ SUPER_ADMIN_PASSKEY }) => SUPER_ADMIN_PASSKEY === 'optional',
  ],
  [
    'SEAL_LEDGER: not set, so nobody notices that the end of the log is missing.',
    ({ SEAL_LEDGER }) => SEAL_LEDGER === undefined,
  ],
  ['SMTP_URL: not set, so no mail is delivered.', ({ SMTP_URL }) => SMTP_URL === undefined],
]

/** Returns what is too weak for production, without any value. */
export const weakSettings = (config: Config): readonly string[] => [
  ...weak.filter(([, isWeak]) => isWeak(config)).map(([text]) => text),
  ...secretWeaknesses(config),
]
