import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isGiven, withSecret } from './process-secrets.ts'
import { readSetting } from './read-setting.ts'
import { randomToken } from '../primitives/ids.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const complete = {
  PUBLIC_BASE_URL: 'https://vieraugen.example',
  DATABASE_URL: 'postgres://127.0.0.1/vieraugen',
  JWT_SECRET: randomToken(),
  TOKEN_SECRET: randomToken(),
  MASTER_KEY: randomToken(),
  PASSWORD_KEY: randomToken(),
  CHECKPOINT_KEY: randomToken(),
  ADDRESS_KEY: randomToken(),
  THROTTLE_KEY: randomToken(),
}

/** The faults of the error message. */
const faults = (env: Record<string, string>, options = {}): readonly string[] => {
  try {
    readConfig(env, options)
    return []
  } catch (error) {
    return (error as Error).message.split('\n').slice(1)
  }
}

test('applies defaults and converts numbers', () =>
  expect(readConfig({ ...complete, PORT: '8080', SMTP_URL: '', UNKNOWN: 'x' })).toMatchObject({
    ...complete,
    PORT: 8080,
    HOST: '127.0.0.1',
    HEALTH_PORT: 9464,
    HEALTH_HOST: '127.0.0.1',
    MAIL_FROM: 'Vieraugen <no-reply@vieraugen.example>',
    LOG_LEVEL: 'info',
    PASSWORD_MIN_LENGTH: 6,
    TRIAL_DAYS: 30,
    RATE_FACTOR: 1,
  }))

test('one message lists every fault by the name of its setting', () => {
  const env = { PORT: '70000', HEALTH_PORT: 'x', LOG_LEVEL: 'loud', TRIAL_DAYS: '-1', ADDRESS_KEY: 'short' }
  const named = faults({
    ...env,
    MASTER_KEY_FILE: join(folder, 'gone'),
    RATE_FACTOR: '0',
    PASSWORD_MIN_LENGTH: '5',
  })
  expect(named.map((line) => line.trim().split(':')[0])).toEqual(
    expect.arrayContaining(
      'PORT HEALTH_PORT LOG_LEVEL PASSWORD_MIN_LENGTH TRIAL_DAYS RATE_FACTOR ADDRESS_KEY PUBLIC_BASE_URL DATABASE_URL JWT_SECRET MASTER_KEY_FILE'.split(
        ' ',
      ),
    ),
  )
  expect(named.filter((line) => line.includes('MASTER_KEY'))).toEqual([
    '  MASTER_KEY_FILE: cannot be read (ENOENT)',
  ])
})

test('reads a value from a file and trims it', () => {
  const { ADDRESS_KEY, DATABASE_URL, ...others } = complete
  const env = {
    ...others,
    ADDRESS_KEY_FILE: file('address-key', `${ADDRESS_KEY}\n`),
    DATABASE_URL_FILE: file('database', `  ${DATABASE_URL}\r\n`),
  }
  expect(readConfig(env)).toMatchObject({ ADDRESS_KEY, DATABASE_URL })
  expect(readSetting(env, 'DATABASE_URL')).toBe(DATABASE_URL)
})

test('rejects a value together with its file, and an empty file', () => {
  expect(faults({ ...complete, ADDRESS_KEY_FILE: file('other', randomToken()) })).toEqual([
    '  ADDRESS_KEY: is given, and so is ADDRESS_KEY_FILE',
  ])
  expect(faults({ ...complete, ADDRESS_KEY: '', ADDRESS_KEY_FILE: file('empty', '\n') })).toEqual([
    '  ADDRESS_KEY: is missing',
  ])
})

const easy = [
  'x'.repeat(40),
  'ab'.repeat(20),
  'abcdefghij'.repeat(4),
  'correct-horse-battery-staple-change-me',
  'my-very-long-production-password-2026!',
]

test.each(easy)('rejects a secret that is easy to guess: %s', (secret) => {
  const [fault, ...others] = faults({ ...complete, JWT_SECRET: secret })
  expect(fault).toMatch(/JWT_SECRET: is easy to guess/)
  expect(fault).not.toContain(secret)
  expect(others).toEqual([])
})

test('rejects two equal secrets', () =>
  expect(faults({ ...complete, ADDRESS_KEY: complete.JWT_SECRET })).toEqual([
    '  ADDRESS_KEY: is the same as JWT_SECRET',
  ]))

test('local mode accepts weak secrets, but not short ones', () => {
  expect(faults({ ...complete, JWT_SECRET: easy[0]!, ADDRESS_KEY: easy[0]! }, { isLocal: true })).toEqual([])
  expect(faults({ ...complete, JWT_SECRET: 'short' }, { isLocal: true })).toHaveLength(1)
})

test('accepts every generated secret', () => {
  for (let turn = 0; turn < 2_000; turn += 1)
    expect(faults({ ...complete, JWT_SECRET: randomToken() })).toEqual([])
})

test.each(['10.0.0.5', '10.0.0.0/8, 172.17.0.1', '::1', 'fd00::/8,2001:db8::7/128'])(
  'accepts a proxy by address or network: %s',
  (given) => expect(readConfig({ ...complete, TRUST_PROXY: given }).TRUST_PROXY).toBe(given),
)

test.each([
  'true',
  '1',
  'loopback',
  'proxy.example',
  '10.0.0.5:8080',
  '10.0.0.0/33',
  '10.0.0.0/255.0.0.0',
  '10.0.0.5,',
  'fe80::1%eth0',
  '0.0.0.0/0',
  '0.0.0.0/1',
  '::/0',
  '::/8',
  '::ffff:0:0/96',
  '0:0:0:0:0:ffff:7f00:1',
])('rejects a proxy that is malformed or trusts nearly everyone: %s', (given) => {
  const all = faults({ ...complete, TRUST_PROXY: `10.0.0.5, ${given}` })
  expect(all.join()).toMatch(/^ {2}TRUST_PROXY: "/)
  expect(all).toHaveLength(1)
})

test('checks every key of a key ring', () => {
  const [old, fresh] = [randomToken(), randomToken()]
  const ring = (text: string) => faults({ ...complete, MASTER_KEY: text })
  expect(ring(`1:${old},2:${fresh}`)).toEqual([])
  expect(ring(`1:${old},2:${easy[0]}`)).toEqual([
    '  MASTER_KEY (number 2): is easy to guess; take one from openssl rand -base64 48',
  ])
  expect(ring(`1:${old},2:${old}`)).toEqual(['  MASTER_KEY (number 2): is the same as MASTER_KEY (number 1)'])
  expect(ring(`1:${old},2:${complete.JWT_SECRET}`)).toEqual([
    '  MASTER_KEY (number 2): is the same as JWT_SECRET',
  ])
  expect(ring(`1:${old},2:short`)[0]).toBe(
    '  MASTER_KEY: the secret of number 2 must not have fewer than 32 characters',
  )
})

test.each([
  'Max Mustermann | Musterstraße 1',
  'Placeholder GmbH | Somewhere',
  'CHANGE_ME, CHANGE_ME, CHANGE_ME',
])('only local mode accepts a placeholder imprint: %s', (IMPRINT) => {
  expect(faults({ ...complete, IMPRINT }).join()).toContain('IMPRINT: is a placeholder')
  expect(readConfig({ ...complete, IMPRINT }, { isLocal: true }).IMPRINT).toBe(IMPRINT)
  expect(readConfig({ ...complete, IMPRINT: 'Praxis GmbH | Hauptweg 1' }).IMPRINT).toContain('Praxis')
})

test.each([
  ['postgres://vieraugen@db:5432/vieraugen', 'postgres://vieraugen:p%40ss@db:5432/vieraugen'],
  ['esdb://admin@one:2113,two:2113?tls=true', 'esdb://admin:p%40ss@one:2113,two:2113?tls=true'],
  ['redis://127.0.0.1:6379', 'redis://127.0.0.1:6379'],
])('the account in %s gets the password of its own setting, if it names one', (url, whole) => {
  const env = { STORE_URL: url, STORE_PASSWORD_FILE: file('password', 'p@ss\n') }
  expect(readSetting(env, 'STORE_URL')).toBe(whole)
  expect(readSetting({ STORE_URL: url, STORE_PASSWORD: 'p@ss' }, 'STORE_URL')).toBe(whole)
})

test('a password in the address and in its own setting is a fault', () =>
  expect(
    faults({ ...complete, DATABASE_URL: 'postgres://me:mine@db/name', DATABASE_PASSWORD: 'other' }),
  ).toEqual(['  DATABASE_PASSWORD: is given, and its address has a password too']))

test('where the store of the events is needed, it must be named, also if it is PostgreSQL', () => {
  const needs = { needs: ['EVENTSTORE_URL'] }
  expect(faults(complete, needs)).toEqual([
    '  EVENTSTORE_URL: is missing; database stores the events in a PostgreSQL table',
  ])
  expect(faults({ ...complete, EVENTSTORE_URL: 'database' }, needs)).toEqual([])
  expect(faults({ ...complete, EVENTSTORE_URL: 'databases' }, needs)).toHaveLength(1)
})

test('a process reads only its own secrets, and fails where it needs another', () => {
  const { JWT_SECRET: _, PASSWORD_KEY: __, TOKEN_SECRET: ___, ...others } = complete
  const config = readConfig({ ...others, SMTP_URL: 'smtp://mail' }, { process: 'projector' })
  expect(config.MASTER_KEY).toBe(complete.MASTER_KEY)
  expect(config.SMTP_URL).toBeUndefined()
  expect(() => config.ADDRESS_KEY).toThrow('ADDRESS_KEY: this process is not given it')
  expect(isGiven(config, 'ADDRESS_KEY')).toBe(false)
  const throttle = withSecret(config, 'THROTTLE_KEY', () => ({ require: () => 'counted' }))
  expect(() => throttle.require()).toThrow('THROTTLE_KEY: this process is not given it')
  expect(() => readConfig(others, { process: 'worker' })).toThrow(/TOKEN_SECRET: is missing/)
})

const WITNESS = 'witness.example/w1+bbfab71d+BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g'
const WITNESS2 = 'witness.example/w2+7134ba4a+BAIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAh'

test.each([
  ['one', `https://witness.example ${WITNESS}`],
  ['two', `https://witness.example ${WITNESS}, http://127.0.0.1:7380/w ${WITNESS2}`],
])('WITNESSES takes %s', (_, given) => {
  expect(readConfig({ ...complete, WITNESSES: given }).WITNESSES).toBe(given)
})

test.each([
  ['an address alone', 'https://witness.example'],
  [
    'a key of a log',
    'https://witness.example PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ],
  ['a key with another id', `https://witness.example ${WITNESS.replace(/[+][0-9a-f]{8}/, '+00000000')}`],
  ['the same key twice', `https://a.example ${WITNESS},https://b.example ${WITNESS}`],
  ['an address with a password', `https://me:secret@witness.example ${WITNESS}`],
])('WITNESSES refuses %s', (_, given) => {
  expect(faults({ ...complete, WITNESSES: given })).toEqual([
    '  WITNESSES: is no list of different ADDRESS VERIFIER_KEY, separated by commas',
  ])
})
