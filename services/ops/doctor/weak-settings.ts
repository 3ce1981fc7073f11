import { secretWeaknesses, type Config } from '#platform/config/config.ts'

const weak: readonly (readonly [string, (config: Config) => boolean])[] = [
  [
    'PUBLIC_BASE_URL: without https passwords travel in clear, and passkeys do not work.',
    ({ PUBLIC_BASE_URL }) => /^http:\/\/(?!localhost(:\d+)?$)/.test(PUBLIC_BASE_URL),
  ],
  [
    'TRUST_PROXY: whoever ends https stands in for all its callers: one address, one rate, one throttle for all.',
    ({ PUBLIC_BASE_URL, TRUST_PROXY }) => PUBLIC_BASE_URL.startsWith('https:') && !TRUST_PROXY,
  ],
  [
    'EVENTSTORE_URL: tls=false, so whoever is in that network reads and writes facts.',
    ({ EVENTSTORE_URL }) => /[?&]tls=false\b/i.test(EVENTSTORE_URL ?? ''),
  ],
  [
    'EVENTSTORE_URL: with the password that every EventStoreDB begins with.',
    ({ EVENTSTORE_URL }) => (EVENTSTORE_URL ?? '').includes(':changeit@'),
  ],
  ['DATABASE_URL: without a password.', ({ DATABASE_URL }) => new URL(DATABASE_URL).password === ''],
  [
    'REDIS_URL: without a password.',
    ({ REDIS_URL }) => REDIS_URL !== undefined && new URL(REDIS_URL).password === '',
  ],
  [
    'CONTACT_EMAIL: is missing, so no api and no worker starts: nobody would get requests for offers.',
    ({ CONTACT_EMAIL }) => CONTACT_EMAIL === undefined,
  ],
  ['SMTP_URL: is missing, so no mail reaches anybody.', ({ SMTP_URL }) => SMTP_URL === undefined],
]

/** What of these settings is not good enough for production, in words and without a value. */
export const weakSettings = (config: Config): readonly string[] => [
  ...weak.filter(([, isWeak]) => isWeak(config)).map(([text]) => text),
  ...secretWeaknesses(config),
]
