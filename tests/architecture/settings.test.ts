import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigSchema, readConfig } from '#platform/config/config.ts'
import { freshSecrets, SECRETS } from '#support/processes/secrets.ts'
import { root } from './source-graph.ts'

type Setting = { readonly key: string; readonly value: string; readonly comment: string }

const settings: readonly Setting[] = [
  ...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# (.+)\n([A-Z_]+)=(.*)$/gm),
].map(([, comment = '', key = '', value = '']) => ({ key, value, comment }))

test('.env.example lists every setting with its description', () => {
  const described = Object.entries(ConfigSchema.properties).map(([key, setting]) => [
    key,
    (setting as { description?: string }).description,
  ])
  const ofCompose = ['COMPOSE_PROFILES', 'COMPOSE_FILE', 'API_PORT', 'EVENTSTORE_OPS_PASSWORD']
  expect(settings.map(({ key }) => key).slice(described.length)).toEqual(ofCompose)
  expect(settings.slice(0, described.length).map(({ key, comment }) => [key, comment])).toEqual(described)
})

test('.env.example is complete except for secrets', () => {
  for (const { key, value } of settings)
    if (SECRETS.some((secret) => secret === key) || key.endsWith('_PASSWORD')) expect(value).toBe('')
  const env = Object.fromEntries(settings.map(({ key, value }) => [key, value]))
  expect(() => readConfig(env)).toThrow(/JWT_SECRET/)
  expect(readConfig({ ...env, ...freshSecrets() })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' })
})
