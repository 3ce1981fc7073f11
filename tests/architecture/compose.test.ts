import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigSchema, readConfig } from '#platform/config/config.ts'
import { freshEnv } from '../../services/ops/write-env.ts'
import { root } from './source-graph.ts'

/** What cannot be run here is at least read. */

const strings = Type.Array(Type.String())
const strict = { additionalProperties: false }

/** What we use of the Compose Specification, so that a word misspelt or a text that YAML takes for something else stands out. */
const ServiceSchema = Type.Object(
  {
    image: Type.String(),
    build: Type.Optional(Type.String()),
    pull_policy: Type.Optional(Type.Literal('never')),
    logging: Type.Object(
      {
        driver: Type.Literal('local'),
        options: Type.Object({ 'max-size': Type.String(), 'max-file': Type.String() }, strict),
      },
      strict,
    ),
    configs: Type.Optional(Type.Array(Type.Object({ source: Type.String(), target: Type.String() }, strict))),
    profiles: Type.Optional(strings),
    init: Type.Optional(Type.Boolean()),
    read_only: Type.Optional(Type.Boolean()),
    user: Type.Optional(Type.String()),
    network_mode: Type.Optional(Type.Literal('none')),
    cap_drop: Type.Optional(strings),
    cap_add: Type.Optional(strings),
    security_opt: Type.Optional(strings),
    tmpfs: Type.Optional(strings),
    shm_size: Type.Optional(Type.String()),
    mem_limit: Type.Optional(Type.String({ pattern: '^\\d+m$' })),
    restart: Type.Union([Type.Literal('no'), Type.Literal('unless-stopped')]),
    stop_grace_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
    entrypoint: Type.Optional(strings),
    command: Type.Optional(strings),
    environment: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    ports: Type.Optional(strings),
    volumes: Type.Optional(strings),
    healthcheck: Type.Object(
      {
        disable: Type.Optional(Type.Boolean()),
        test: Type.Optional(strings),
        interval: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        timeout: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        start_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        retries: Type.Optional(Type.Integer()),
      },
      strict,
    ),
    depends_on: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ condition: Type.String(), required: Type.Optional(Type.Literal(false)) }, strict),
      ),
    ),
  },
  strict,
)
type Service = Static<typeof ServiceSchema>

type Network = { readonly subnet: string; readonly gateway: string }

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const composeText = read('docker-compose.yml')
const compose = parse(composeText, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly [Network] } } }
  readonly volumes: Readonly<Record<string, unknown>>
}
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image.startsWith('vieraugen:'))
const example = parseEnv(read('.env.example')) as Record<string, string>
const profiles = ['single', 'cluster'] as const
const nodes = ['eventstore-1', 'eventstore-2', 'eventstore-3'] as const

const isOneShot = ({ restart }: Service) => restart === 'no'
const isStarted = (profile: string, name: string) =>
  compose.services[name]!.profiles?.includes(profile) ?? true
const startedIn = (profile: string) => services.filter(([name]) => isStarted(profile, name))

/** `.env` as write-env makes it, with what it leaves to a person. */
const envOf = (profile: (typeof profiles)[number]): Record<string, string> => ({
  ...(parseEnv(freshEnv(read('.env.example'), profile === 'cluster')) as Record<string, string>),
  PUBLIC_BASE_URL: 'https://vieraugen.example',
  IMPRINT: 'Praxis GmbH | Hauptweg 1 | 10115 Berlin',
  CONTACT_EMAIL: 'office@praxis.example',
})

/** A value as compose passes it on: the innermost first, because one may stand in what another falls back on. */
const filled = (value: string | number, env: Readonly<Record<string, string>>): string => {
  const given = String(value).replaceAll(
    /\$\{(\w+)(?::?([-?])([^{}]*))?\}/g,
    (_, key: string, kind: string, otherwise: string) => {
      if (!env[key] && kind === '?') throw new Error(`${key} is missing`)
      return env[key] || otherwise
    },
  )
  return given === value ? given : filled(given, env)
}

const environmentOf = ({ environment = {} }: Service, env: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value, env)]))

describe('docker-compose.yml', () => {
  const always = ['api', 'migrate', 'postgres', 'projector', 'redis', 'worker']

  test.each([
    ['single', ['eventstore']],
    ['cluster', ['certificates', ...nodes]],
  ])(
    'starts with %s the stores, the migration and our processes, and no catcher that nobody asked for',
    (profile, eventStore) =>
      expect(
        startedIn(profile)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual([...always, ...eventStore].toSorted()),
  )

  test.each(services)('%s: is written as compose reads it', (_, service) =>
    expect(Value.Errors(ServiceSchema, service)).toEqual([]),
  )

  test('one image of ours: migrate builds it, nobody looks for it elsewhere', () => {
    expect(services.flatMap(([name, { build }]) => (build === undefined ? [] : name))).toEqual(['migrate'])
    for (const [name, { image, pull_policy }] of ours)
      expect([name, image, pull_policy]).toEqual([name, compose.services['migrate']!.image, 'never'])
  })

  test('nothing waits for the catcher where it does not start', () => {
    expect(compose.services['mail']!.profiles).toEqual(['catcher'])
    for (const [, { depends_on = {} }] of services) expect(depends_on['mail']?.required ?? false).toBe(false)
  })

  test('opens one port; those of stores and catcher stand in a file of their own', () => {
    const opened = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
    expect(opened).toEqual(['api 127.0.0.1:${API_PORT-3000}:3000', 'proxy 127.0.0.1:${PORT:-3000}:3000'])
    const more = parse(read('docker-compose.ports.yml')) as { services: Record<string, { ports: string[] }> }
    for (const [name, { ports }] of Object.entries(more.services)) {
      expect(Object.keys(compose.services)).toContain(name)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    }
    expect(example['COMPOSE_FILE']).toBe('docker-compose.yml')
  })

  test('with the profile proxy any number of api stands behind one port, and every caller keeps an address of their own', () => {
    const [{ subnet, gateway }] = compose.networks.default.ipam.config
    expect(compose.services['proxy']!.profiles).toEqual(['proxy'])
    const { content } = (parse(composeText) as { configs: { proxy: { content: string } } }).configs.proxy
    expect(content).toContain('dynamic a api 3000')
    expect(content).toContain(`trusted_proxies static ${gateway}`)
    expect(environmentOf(compose.services['api']!, envOf('single'))['TRUST_PROXY']).toBe(subnet)
  })

  test('names the lowest version of Compose that understands it, and what starts no event store', () => {
    // depends_on.required came with 2.20.2, configs.content with 2.23.1.
    const [head = ''] = composeText.split('\nname:')
    expect(head.replaceAll('\n# ', ' ')).toContain('Docker Compose 2.23.1 or newer')
    expect(head.replaceAll('\n# ', ' ')).toContain('without either of them no event store does')
  })

  test.each(services)('%s: image pinned to a version', (_, { image }) =>
    expect(image).toMatch(/^[a-z]+(\/[a-z-]+)?:v?\d+\.\d+[\w.-]*$/),
  )

  test.each(services)('%s: has a health check, or runs once', (_, service) => {
    const checks = service.healthcheck.test?.length ?? 0
    expect(isOneShot(service) ? service.healthcheck.disable : checks > 1).toBe(true)
  })

  test.each(services)('%s: waits for services that can be waited for', (name, { depends_on = {} }) => {
    for (const [other, { condition, required = true }] of Object.entries(depends_on)) {
      const service = compose.services[other]!
      const isNode = nodes.some((node) => node === other)
      expect([other, condition]).toEqual([
        other,
        // A cluster serves without one of them.
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

  /** What compose itself knows, or what one process alone asks for. */
  const own = ['PORT', 'HOST', 'HEALTH_PORT', 'HEALTH_HOST', 'DATABASE_URL', 'TRUST_PROXY', 'ERASURE_LEDGER']
  const passedOn = Object.entries<object>(ConfigSchema.properties).filter(([key]) => !own.includes(key))

  test.each(ours.filter(([, service]) => !isOneShot(service)))(
    '%s: gets every setting of .env, and without one what the configuration falls back on',
    (_, service) => {
      for (const [key, schema] of passedOn) {
        const given = environmentOf(service, { ...envOf('single'), [key]: 'as it was given' })
        expect([key, given[key]]).toEqual([key, 'as it was given'])
        if (!('default' in schema) || key === 'MAIL_FROM') continue
        expect([key, filled(service.environment![key]!, {})]).toEqual([key, String(schema.default)])
      }
      for (const key of ['HEALTH_PORT', 'HEALTH_HOST', 'DATABASE_URL'])
        expect(Object.keys(service.environment!)).toContain(key)
    },
  )

  test('api alone listens and believes proxies, the worker alone writes the ledger of erasures', () => {
    const whoHas = (key: string) =>
      ours.flatMap(([name, { environment = {} }]) => (key in environment ? [name] : []))
    for (const key of ['HOST', 'PORT', 'TRUST_PROXY']) expect([key, whoHas(key)]).toEqual([key, ['api']])
    expect(whoHas('ERASURE_LEDGER')).toEqual(['worker'])
  })

  test('the proxy keeps callers waiting for longer than an api takes to end', () => {
    const [, seconds] = /lb_try_duration (\d+)s/.exec(composeText)!
    expect(Number(seconds)).toBeGreaterThan(Number.parseInt(compose.services['api']!.stop_grace_period!))
  })

  test.each(['eventstore', ...nodes])('%s: tells nobody outside how it is used', (name) =>
    expect(compose.services[name]!.environment!['EVENTSTORE_TELEMETRY_OPTOUT']).toBe('true'),
  )

  test('takes its values from settings that .env.example names, and no secret has a value to fall back on', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)(:?[-?][^}]*)?\}/g)]
    expect(used.length).toBeGreaterThan(10)
    for (const [whole, key = '', otherwise = ''] of used) {
      expect(Object.keys(example)).toContain(key)
      // What it can do without is empty then.
      const missing = key === 'VAPID_PRIVATE_KEY' ? ':-' : ':?'
      if (/(_SECRET|_KEY|_PASSWORD)$/.test(key)) expect([whole, otherwise]).toEqual([whole, missing])
    }
  })

  test.each(profiles)('starts with %s each process with settings that it accepts', (profile) => {
    for (const [name, service] of ours.filter(([, one]) => !isOneShot(one)))
      expect([name, readConfig(environmentOf(service, envOf(profile))).SMTP_URL]).toEqual([
        name,
        'smtp://mail:1025',
      ])
  })

  test('keeps the ledger of erasures in a volume that is nobody else’s, where the image lets its account write', () => {
    const worker = compose.services['worker']!
    const folder = dirname(environmentOf(worker, envOf('single'))['ERASURE_LEDGER']!)
    const [volume] = worker.volumes!.find((one) => one.endsWith(`:${folder}`))!.split(':')
    const users = services.filter(([, { volumes = [] }]) =>
      volumes.some((one) => one.startsWith(`${volume}:`)),
    )
    expect(users.map(([name]) => name)).toEqual(['worker'])
    expect(read('Dockerfile')).toMatch(new RegExp(`^COPY .*--chown=node:node ${folder} ${folder}$`, 'm'))
  })

  test('has a gateway by which a proxy on this machine comes in', () => {
    const [{ subnet, gateway }] = compose.networks.default.ipam.config
    expect(gateway).toBe(subnet.replace(/0\/24$/, '1'))
  })
})

describe('the cluster', () => {
  const env = envOf('cluster')
  const { certificates } = compose.services
  const script = String(certificates!.command)
  const volumeAt = ({ volumes = [] }: Service, path: string) =>
    volumes.find((volume) => volume.split(':')[1] === path)

  test.each(nodes)('%s: is one of three that know each other, encrypted and by certificates', (name) => {
    const settings = environmentOf(compose.services[name]!, env)
    expect(settings).toMatchObject({
      EVENTSTORE_CLUSTER_SIZE: String(nodes.length),
      EVENTSTORE_DISCOVER_VIA_DNS: 'false',
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      EVENTSTORE_CERTIFICATE_FILE: `/certs/${name}/node.crt`,
      EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE: `/certs/${name}/node.key`,
      EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH: '/ca',
    })
    expect(settings['EVENTSTORE_GOSSIP_SEED']!.split(',')).toEqual(
      nodes.filter((other) => other !== name).map((other) => `${other}:2113`),
    )
    expect(settings).not.toHaveProperty('EVENTSTORE_INSECURE')
    for (const key of ['EVENTSTORE_DEFAULT_ADMIN_PASSWORD', 'EVENTSTORE_DEFAULT_OPS_PASSWORD'])
      expect(settings[key]!.length).toBeGreaterThan(40)
    expect(volumeAt(compose.services[name]!, '/var/lib/eventstore')).toBe(`${name}:/var/lib/eventstore`)
  })

  test('gets its certificates once, each node its own; our processes see the authority and no key', () => {
    expect(/for node in ([^;]+);/.exec(script)![1]!.split(' ')).toEqual(nodes)
    expect(script).toContain('-dns-names $$node,localhost')
    const [keys, authority] = [volumeAt(certificates!, '/certs')!, volumeAt(certificates!, '/ca')!]
    for (const node of nodes) {
      expect(volumeAt(compose.services[node]!, '/certs')).toBe(`${keys}:ro`)
      expect(volumeAt(compose.services[node]!, '/ca')).toBe(`${authority}:ro`)
    }
    for (const [, service] of ours) expect(service.volumes).not.toContain(`${keys}:ro`)
  })

  test('is where write-env --cluster leads our processes, as an account with the password that it starts with', () => {
    for (const [name, service] of ours.filter(([, one]) => !isOneShot(one))) {
      const url = environmentOf(service, env)['EVENTSTORE_URL']!
      const [, password, hosts, query] = /^esdb:\/\/admin:([^@]+)@([^?]+)\?(.+)$/.exec(url)!
      expect([name, hosts]).toEqual([name, nodes.map((node) => `${node}:2113`).join()])
      expect(query).toBe('tlsCAFile=/ca/ca.crt')
      expect(volumeAt(service, '/ca')).toMatch(/:ro$/)
      for (const node of nodes)
        expect(environmentOf(compose.services[node]!, env)['EVENTSTORE_DEFAULT_ADMIN_PASSWORD']).toBe(
          password,
        )
    }
    expect(env['COMPOSE_PROFILES']).toBe('cluster,catcher')
    expect(example['COMPOSE_PROFILES']).toBe('single,catcher')
    const single = environmentOf(compose.services['api']!, envOf('single'))['EVENTSTORE_URL']
    expect(single).toBe('esdb://eventstore:2113?tls=false')
  })
})

test.each(['start:api', 'start:projector', 'start:worker', 'ops'])(
  'npm run %s starts a file that is there',
  (script) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(existsSync(join(root, scripts[script]!.split(' ').at(-1)!))).toBe(true)
  },
)
