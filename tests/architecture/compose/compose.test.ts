import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Value from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigSchema, readConfig } from '#platform/config/config.ts'
import { withheldFrom, type ProcessName } from '#platform/config/process-secrets.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import { LOCALE } from '../../../services/local/postgres/postgres-initialise.ts'
import { COMMON_SETTINGS } from '../../../services/local/postgres/postgres-server.ts'
import { root } from '../source-graph.ts'
import {
  ServiceSchema,
  read,
  composeText,
  compose,
  services,
  ours,
  example,
  profiles,
  nodes,
  secretKeys,
  isOneShot,
  startedIn,
  envOf,
  substitute,
  environmentOf,
} from './compose.ts'

const proxyFile = (parse(composeText) as { configs: { proxy: { content: string } } }).configs.proxy.content

describe('docker-compose.yml', () => {
  const always = ['api', 'migrate', 'postgres', 'projector', 'redis', 'worker']

  test.each([
    ['single', ['certificates', 'eventstore']],
    ['cluster', ['certificates', ...nodes]],
  ])(
    'the profile %s starts the stores, the migration and our processes, but no mail catcher',
    (profile, eventStore) =>
      expect(
        startedIn(profile)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual([...always, ...eventStore].toSorted()),
  )

  test.each(services)('%s: uses only known keys with values of the right type', (_, service) =>
    expect(Value.Errors(ServiceSchema, service)).toEqual([]),
  )

  test('migrate builds the one image of ours, and no service pulls it', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(['api', 'migrate', 'ops', 'projector', 'worker'])
    expect(services.flatMap(([name, { build }]) => (build === undefined ? [] : name))).toEqual(['migrate'])
    for (const [name, { image, pull_policy }] of ours)
      expect([name, image, pull_policy]).toEqual([name, compose.services['migrate']!.image, 'never'])
  })

  test('PostgreSQL compares text as that of `npm start` and of the tests does, and has its settings', () => {
    const { environment, command } = compose.services['postgres']!
    expect(environment!['POSTGRES_INITDB_ARGS']).toBe(LOCALE.join(' '))
    expect(command).toEqual(
      expect.arrayContaining(Object.entries(COMMON_SETTINGS).map(([name, value]) => `-c${name}=${value}`)),
    )
  })

  test('no service requires the mail catcher', () => {
    expect(compose.services['mail']!.profiles).toEqual(['catcher'])
    for (const [, { depends_on = {} }] of services) expect(depends_on['mail']?.required ?? false).toBe(false)
  })

  test('opens one port; docker-compose.ports.yml opens those of the stores and the mail catcher', () => {
    const opened = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
    expect(opened).toEqual(['api 127.0.0.1:${API_PORT-3000}:3000', 'proxy 127.0.0.1:${PORT:-3000}:3000'])
    const more = parse(read('docker-compose.ports.yml')) as { services: Record<string, { ports: string[] }> }
    for (const [name, { ports }] of Object.entries(more.services)) {
      expect(Object.keys(compose.services)).toContain(name)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    }
    expect(Object.keys(more.services).toSorted()).toEqual(['eventstore', 'mail', 'postgres'])
    expect(example['COMPOSE_FILE']).toBe('docker-compose.yml')
  })

  test('the profile proxy puts any number of APIs behind one port and keeps the caller’s address', () => {
    const [{ subnet, gateway }] = compose.networks.default.ipam.config
    expect(compose.services['proxy']!.profiles).toEqual(['proxy'])
    expect(proxyFile).toContain('dynamic a api 3000')
    expect(proxyFile).toContain(`trusted_proxies static ${gateway}`)
    expect(environmentOf(compose.services['api']!, envOf('single'))['TRUST_PROXY']).toBe(subnet)
  })

  test('names the lowest version of Compose that it needs, and the profiles that start an event store', () => {
    // depends_on.required came with 2.20.2, configs.content with 2.23.1.
    const [head = ''] = composeText.split('\nname:')
    expect(head.replaceAll('\n# ', ' ')).toContain('Docker Compose 2.23.1 or newer')
    expect(head.replaceAll('\n# ', ' ')).toContain('without either, no event store')
  })

  test.each(services)('%s: pins its image to a version', (_, { image }) =>
    expect(image).toMatch(/^[a-z]+(\/[a-z-]+)?:v?\d+\.\d+[\w.-]*$/),
  )

  test('the instructions pin every image but ours to its digest', () => {
    const [, left] = /map_values\(\{image\}\) \| del\(([^)]*)\)/.exec(read('docs/operations.md'))!
    expect(left!.split(', ').toSorted()).toEqual(ours.map(([name]) => `.${name}`).toSorted())
  })

  test.each(services)('%s: has a health check or runs once', (_, service) => {
    const checks = service.healthcheck.test?.length ?? 0
    expect(isOneShot(service) ? service.healthcheck.disable : checks > 1).toBe(true)
  })

  test.each(services)('%s: waits for other services by the right condition', (name, { depends_on = {} }) => {
    for (const [other, { condition, required = true }] of Object.entries(depends_on)) {
      const service = compose.services[other]!
      const isNode = nodes.some((node) => node === other)
      expect([other, condition]).toEqual([
        other,
        // A cluster works without one of its nodes.
        isNode
          ? 'service_started'
          : isOneShot(service)
            ? 'service_completed_successfully'
            : 'service_healthy',
      ])
      const isAlwaysThere =
        service.profiles === undefined ||
        (compose.services[name]!.profiles ?? []).some((one) => service.profiles!.includes(one))
      expect([other, required]).toEqual([other, isAlwaysThere])
    }
  })

  test.each([
    ...['api', 'projector', 'worker'].map(
      (name) => [name, ['migrate', 'redis', 'eventstore', ...nodes]] as const,
    ),
    ['worker', ['mail']],
    ['migrate', ['postgres']],
    ['proxy', ['api']],
    ...['eventstore', ...nodes].map((name) => [name, ['certificates']] as const),
  ] as const)('%s: waits for %j', (name, others) =>
    expect(Object.keys(compose.services[name]!.depends_on ?? {})).toEqual(
      expect.arrayContaining([...others]),
    ),
  )

  test.each([
    ['postgres', '/var/lib/postgresql'],
    ['redis', '/data'],
    ...['eventstore', ...nodes].map((name) => [name, '/var/lib/eventstore'] as const),
  ] as const)('%s: keeps its data in a volume of its own', (name, folder) =>
    expect(compose.services[name]!.volumes).toContain(`${name}:${folder}`),
  )

  test.each(ours)('%s: can change nothing of its image, and gains no rights', (_, service) =>
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    }),
  )

  test.each(services)(
    '%s: opens ports only on localhost and mounts only declared volumes',
    (_, { ports = [], volumes = [] }) => {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    },
  )

  test.each(ours)('%s: runs an existing file with known settings', (_, service) => {
    const [program, file = ''] = [...(service.entrypoint ?? []), ...service.command!]
    expect(program).toBe('node')
    expect(existsSync(join(root, file))).toBe(true)
    const known = Object.keys(ConfigSchema.properties)
    for (const key of Object.keys(service.environment!))
      expect([...known, 'NODE_OPTIONS', 'MALLOC_ARENA_MAX']).toContain(key.replace(/_FILE$/, ''))
  })

  /** Settings that Compose sets itself, or that only one process has. */
  const own = [
    'PORT',
    'HOST',
    'HEALTH_PORT',
    'HEALTH_HOST',
    'DATABASE_URL',
    'MIGRATE_DATABASE_URL',
    'TRUST_PROXY',
    'ERASURE_LEDGER',
    'SEAL_LEDGER',
  ]
  const passedOn = Object.entries<object>(ConfigSchema.properties).filter(([key]) => !own.includes(key))

  test.each(ours.filter(([, service]) => !isOneShot(service)))(
    '%s: gets every setting of .env that it reads, with the defaults of the configuration',
    (name, service) => {
      const withheld = withheldFrom(name as ProcessName)
      for (const [key, schema] of passedOn) {
        if (secretKeys.includes(key) || withheld.has(key)) continue
        const given = environmentOf(service, { ...envOf('single'), [key]: 'as it was given' })
        expect([key, given[key]]).toEqual([key, 'as it was given'])
        if (!('default' in schema) || key === 'MAIL_FROM') continue
        expect([key, substitute(service.environment![key]!, {})]).toEqual([key, String(schema.default)])
      }
      for (const key of ['HEALTH_PORT', 'HEALTH_HOST', 'DATABASE_URL'])
        expect(Object.keys(service.environment!)).toContain(key)
    },
  )

  test('only the API listens and trusts proxies, and only the worker and commands write the ledgers', () => {
    const servicesWith = (key: string) =>
      ours.flatMap(([name, { environment = {} }]) => (key in environment ? [name] : []))
    for (const key of ['HOST', 'PORT', 'TRUST_PROXY'])
      expect([key, servicesWith(key)]).toEqual([key, ['api']])
    for (const key of ['ERASURE_LEDGER', 'SEAL_LEDGER'])
      expect([key, servicesWith(key).toSorted()]).toEqual([key, ['ops', 'worker']])
  })

  test('the proxy retries for longer than an API takes to stop', () => {
    const [, seconds] = /lb_try_duration (\d+)s/.exec(composeText)!
    expect(Number(seconds)).toBeGreaterThan(Number.parseInt(compose.services['api']!.stop_grace_period!))
  })

  test('the proxy repeats what only reads or has an Idempotency-Key, and nothing else, at another API', () => {
    expect(proxyFile.match(/lb_retry_match \{[^}]*\}/g)!.map((one) => one.split(/\s+/).slice(2, -1))).toEqual(
      [
        ['method', 'GET', 'HEAD'],
        ['header', 'Idempotency-Key', '*'],
      ],
    )
    // Without the whole body it could not.
    const [, buffer] = /request_buffers (\d+)MiB/.exec(proxyFile)!
    const bodies = endpoints.map(({ bodyBytes = 0 }) => bodyBytes)
    expect(Number(buffer) * 1024 ** 2).toBeGreaterThan(Math.max(...bodies))
    // Older ones lose the body when an API refuses the connection.
    const [, minor, patch] = /:2\.(\d+)\.(\d+)/.exec(compose.services['proxy']!.image)!.map(Number)
    expect(minor! * 100 + patch!).toBeGreaterThanOrEqual(1_102)
  })

  test.each(['eventstore', ...nodes])('%s: turns telemetry off', (name) =>
    expect(compose.services[name]!.environment!['EVENTSTORE_TELEMETRY_OPTOUT']).toBe('true'),
  )

  test('uses only settings from .env.example', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)(:?[-?][^}]*)?\}/g)]
    expect(used.length).toBeGreaterThan(10)
    for (const [, key = ''] of used) expect(Object.keys(example)).toContain(key)
  })

  test.each(profiles)('gives every process of the profile %s a valid configuration', (profile) => {
    for (const [name, service] of ours.filter(([, one]) => !isOneShot(one))) {
      const { SMTP_URL } = readConfig(environmentOf(service, envOf(profile)), {
        process: name as ProcessName,
      })
      expect([name, SMTP_URL]).toEqual([name, name === 'worker' ? 'smtp://mail:1025' : undefined])
    }
    expect(readConfig(environmentOf(compose.services['ops']!, envOf(profile)))).toMatchObject({
      SMTP_URL: 'smtp://mail:1025',
      REDIS_URL: expect.stringContaining('redis:6379'),
    })
  })

  test.each(['ERASURE_LEDGER', 'SEAL_LEDGER'])(
    'keeps %s in a volume of its own that the image’s user can write',
    (key) => {
      const worker = compose.services['worker']!
      const folder = dirname(environmentOf(worker, envOf('single'))[key]!)
      const [volume] = worker.volumes!.find((one) => one.endsWith(`:${folder}`))!.split(':')
      const users = services.filter(([, { volumes = [] }]) =>
        volumes.some((one) => one.startsWith(`${volume}:`)),
      )
      expect(users.map(([name]) => name).toSorted()).toEqual(['ops', 'worker'])
      expect(read('Dockerfile')).toMatch(new RegExp(`^COPY .*--chown=node:node ${folder} ${folder}$`, 'm'))
    },
  )

  test('has a fixed gateway for a proxy on the host', () => {
    const [{ subnet, gateway }] = compose.networks.default.ipam.config
    expect(gateway).toBe(subnet.replace(/0\/24$/, '1'))
  })
})

test.each(['start:api', 'start:projector', 'start:worker', 'ops'])(
  'npm run %s starts an existing file',
  (script) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(existsSync(join(root, scripts[script]!.split(' ').at(-1)!))).toBe(true)
  },
)
