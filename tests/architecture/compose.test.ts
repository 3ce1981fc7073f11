import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigSchema, readConfig } from '#platform/config.ts'
import { randomToken } from '#platform/ids.ts'
import { root } from './source-graph.ts'

/** What cannot be run here is at least read: docker-compose.yml, Dockerfile, .dockerignore. */

type Service = {
  readonly image: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly restart?: string
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const composeText = read('docker-compose.yml')
const compose = parse(composeText, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)
const example = parseEnv(read('.env.example')) as Record<string, string>

const isOneShot = ({ restart }: Service) => restart === 'no'

describe('docker-compose.yml', () => {
  test('has the stores, a mail catcher, the migration and our processes', () =>
    expect(Object.keys(compose.services).toSorted()).toEqual(
      'api eventstore mail migrate postgres projector redis worker'.split(' '),
    ))

  test.each(services)('%s: image pinned to a version', (_, { image }) =>
    expect(image).toMatch(/^[a-z]+(\/[a-z]+)?:v?\d+\.\d+[\w.-]*$/),
  )

  test.each(services)('%s: has a health check, or runs once', (_, service) => {
    const checks = service.healthcheck?.test?.length ?? 0
    expect(isOneShot(service) ? service.healthcheck?.disable : checks > 1).toBe(true)
  })

  test.each(services)('%s: waits for services that can be waited for', (_, { depends_on = {} }) => {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const other = compose.services[name]!
      expect([name, condition]).toEqual([
        name,
        isOneShot(other) ? 'service_completed_successfully' : 'service_healthy',
      ])
    }
  })

  test.each(services)(
    '%s: opens ports on this machine alone, and mounts volumes that are declared',
    (_, { ports = [], volumes = [] }) => {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    },
  )

  test.each(ours)('%s: runs a file that is there, and passes settings that are known', (_, service) => {
    const [program, file = ''] = service.command!
    expect(program).toBe('node')
    expect(existsSync(join(root, file))).toBe(true)
    const known = Object.keys(ConfigSchema.properties)
    for (const key of Object.keys(service.environment!)) expect(known).toContain(key.replace(/_FILE$/, ''))
  })

  test('takes its values from settings that .env.example names, and no secret has a value to fall back on', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)(:[-?][^}]*)?\}/g)]
    expect(used.length).toBeGreaterThan(10)
    for (const [whole, key = '', otherwise = ''] of used) {
      expect(Object.keys(example)).toContain(key)
      if (/(_SECRET|_KEY|_PASSWORD)$|^PEPPER$/.test(key)) expect([whole, otherwise]).toEqual([whole, ':?'])
    }
  })

  test('starts each process with settings that it accepts', () => {
    const env: Record<string, string> = { ...example, PUBLIC_BASE_URL: 'https://vieraugen.example' }
    for (const key of Object.keys(env))
      if (env[key] === '') env[key] = key === 'SMTP_URL' ? '' : randomToken()
    const filled = (value: string | number) =>
      String(value).replaceAll(
        /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
        (_, key: string, kind: string, other: string) => {
          if (!env[key] && kind === '?') throw new Error(`${key} is missing`)
          return env[key] || other
        },
      )
    for (const [name, { environment = {} }] of ours.filter(([, service]) => !isOneShot(service))) {
      const given = Object.entries(environment).map(([key, value]) => [key, filled(value)])
      expect([name, readConfig(Object.fromEntries(given)).SMTP_URL]).toEqual([name, 'smtp://mail:1025'])
    }
  })
})

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n')
  const stages = lines.filter((line) => line.startsWith('FROM '))
  const lastStage = lines.slice(lines.lastIndexOf(stages.at(-1)!))

  test('copies what is there, and .dockerignore lets it through', () => {
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(sources).toEqual(expect.arrayContaining(['services', 'projections', 'migrations', 'web']))
    const letThrough = read('.dockerignore').split('\n')
    for (const source of sources) {
      expect(existsSync(join(root, source))).toBe(true)
      expect(letThrough).toContain(`!${source.split('/')[0]}`)
    }
    expect(letThrough).toContain('*')
  })

  test('is built in stages from one pinned image, ends without root and with production packages', () => {
    const names = stages.flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? [])
    const images = stages.map((line) => line.split(' ')[1]!).filter((image) => !names.includes(image))
    const { node } = (JSON.parse(read('package.json')) as { dependencies: { node: string } }).dependencies
    expect(images).toEqual([`node:${node}-bookworm-slim`])
    expect(lastStage.findLast((line) => line.startsWith('USER '))).toBe('USER node')
    expect(lastStage.filter((line) => line.startsWith('RUN ')).length).toBe(0)
    expect(lines.find((line) => line.includes('npm ci --omit=dev'))).toBeDefined()
    const command = JSON.parse(lastStage.find((line) => line.startsWith('CMD '))!.slice(4)) as string[]
    expect(existsSync(join(root, command[1]!))).toBe(true)
  })
})

test.each(['start:api', 'start:projector', 'start:worker', 'ops'])(
  'npm run %s starts a file that is there',
  (script) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(existsSync(join(root, scripts[script]!.split(' ').at(-1)!))).toBe(true)
  },
)
