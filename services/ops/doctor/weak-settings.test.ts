import { expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { weakSettings } from './weak-settings.ts'

const good = {
  ...freshSecrets(),
  PUBLIC_BASE_URL: 'https://vieraugen.example',
  TRUST_PROXY: '10.0.0.5',
  DATABASE_URL: 'postgres://vieraugen:pw@postgres/vieraugen',
  EVENTSTORE_URL: 'esdb://vieraugen:pw@node:2113',
  REDIS_URL: 'redis://default:pw@redis:6379',
  SMTP_URL: 'smtps://mail',
  SEAL_LEDGER: '/seals/ledger.jsonl',
  CONTACT_EMAIL: 'office@operator.example',
}

const weakIn = (env: Record<string, string>) =>
  weakSettings(readConfig({ ...good, ...env }, { isLocal: true })).map((text) => text.split(':')[0])

test('accepts good settings, and local ones without own stores', () => {
  expect(weakIn({})).toEqual([])
  expect(weakIn({ PUBLIC_BASE_URL: 'http://localhost:3000', EVENTSTORE_URL: '', REDIS_URL: '' })).toEqual([])
})

test.each([
  ['PUBLIC_BASE_URL', 'http://vieraugen.example'],
  ['PUBLIC_BASE_URL', 'http://localhost.example'],
  ['TRUST_PROXY', ''],
  ['EVENTSTORE_URL', 'esdb://node:2113?tls=false'],
  ['EVENTSTORE_URL', 'esdb://admin:changeit@node:2113'],
  ['DATABASE_URL', 'postgres://vieraugen@postgres/vieraugen'],
  ['REDIS_URL', 'redis://redis:6379'],
  ['SMTP_URL', ''],
  ['SUPER_ADMIN_PASSKEY', 'optional'],
  ['SEAL_LEDGER', ''],
  ['CONTACT_EMAIL', ''],
  ['ADDRESS_KEY', 'ab'.repeat(20)],
])('weak: %s=%s', (key, value) => expect(weakIn({ [key]: value })).toEqual([key]))
