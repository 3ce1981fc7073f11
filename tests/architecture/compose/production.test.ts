import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigSchema } from '#platform/config/config.ts'
import {
  processSecrets,
  withheldFrom,
  type ProcessName,
  type Secret,
} from '#platform/config/process-secrets.ts'
import { mains } from '#support/processes/local-process.ts'
import { importsOf, reachedFrom, readSources } from '../source-graph.ts'
import {
  type Service,
  read,
  composeText,
  compose,
  services,
  ours,
  example,
  isSecret,
  secretKeys,
  isOneShot,
  nodes,
  secretsFolder,
  envOf,
  environmentOf,
} from './compose.ts'

describe('secrets', () => {
  test('are files in the folder that write-env creates, one for each secret of .env.example', () => {
    expect(Object.keys(compose.secrets).toSorted()).toEqual(Object.keys(example).filter(isSecret).toSorted())
    for (const [key, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${key}`)
    expect(read('.gitignore').split('\n')).toContain('/secrets/')
  })

  test('stand in no setting, command or address', () => {
    expect(composeText).not.toMatch(/\$\{\w*(_SECRET|_KEY|PASSWORD)\b/)
    for (const [name, service] of services)
      for (const [key, value] of Object.entries(environmentOf(service, envOf('cluster')))) {
        expect([name, key, isSecret(key)]).toEqual([name, key, false])
        expect([name, key, /^\w+:\/\/[^@/]*:[^@/]*@/.test(value)]).toEqual([name, key, false])
      }
  })

  test.each(services)('%s: receives exactly those that it reads', (_, service) => {
    const { secrets = [], environment = {}, command = [], entrypoint = [], healthcheck } = service
    const text = [...Object.values(environment), ...command, ...entrypoint, ...(healthcheck.test ?? [])].join(
      ' ',
    )
    const used = [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, key]) => key!)
    expect([...new Set(used)].toSorted()).toEqual(secrets.toSorted())
  })

  const processes = Object.entries(processSecrets) as [ProcessName, readonly Secret[]][]
  /** The file of a secret. An address has the file of its password. */
  const fileOf = (secret: string) => secret.replace(/_URL$/, '_PASSWORD')

  test.each(processes)('%s: is given those that its program reads, and no others', (name, reads) => {
    expect(compose.services[name]!.secrets!.toSorted()).toEqual(reads.map(fileOf).toSorted())
    for (const key of withheldFrom(name)) expect(compose.services[name]!.environment).not.toHaveProperty(key)
  })

  test('the container of a command is given all of the product, and starts only for a command', () => {
    const { ops } = compose.services
    expect(ops).toMatchObject({ profiles: ['ops'], restart: 'no' })
    expect(ops!.secrets!.toSorted()).toEqual(
      secretKeys.filter((key) => key !== 'MIGRATE_DATABASE_PASSWORD').toSorted(),
    )
  })

  /** Parts of the platform that need a secret, by how code names them. Their own files are in every process. */
  const PARTS: { readonly [key in Secret]?: RegExp } = {
    PASSWORD_KEY: /[.]passwords\b|'passwords'|[{,] passwords[ ,]/,
    THROTTLE_KEY: /\bthrottle[.]|'throttle'|[{,] throttle[ ,]/,
    TOKEN_SECRET: /TOKEN_SECRET|\bpositionTokens\b/,
    VAPID_PRIVATE_KEY: /\bpush[.?](?!-)|'push'|[{,] push[ ,]/,
  }
  /** Settings that the platform itself reads in every process. */
  const EVERYBODY = ['DATABASE_URL', 'EVENTSTORE_URL', 'MASTER_KEY', 'CHECKPOINT_KEY']
  const sources = readSources()
  const imports = importsOf(sources).filter(({ typeOnly }) => !typeOnly)

  test.each(processes)('%s: its program reads what it declares, and nothing else', (name, reads) => {
    const own = [...reachedFrom([mains[name]], imports)].filter(
      (path) => !/^services\/(platform|contract)\/|[.](events|mails)[.]ts$/.test(path),
    )
    const all = Object.keys(ConfigSchema.properties).filter((key) =>
      [...processSecrets.api, ...processSecrets.worker].some((one) => one === key),
    ) as Secret[]
    const text = own.map((path) => sources.get(path) ?? '').join('\n')
    const code = text.replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*$/gm, '')
    const isRead = (key: Secret) => (PARTS[key] ?? new RegExp(`\\b${key}\\b`)).test(code)
    const found = all.filter((key) => EVERYBODY.includes(key) || isRead(key))
    expect(found.toSorted()).toEqual(reads.toSorted())
  })

  test.each(['postgres', 'redis', 'eventstore', ...nodes])('%s: has a password', (name) =>
    expect(compose.services[name]!.secrets?.some((key) => key.endsWith('_PASSWORD'))).toBe(true),
  )
})

describe('roles of the database', () => {
  const roleIn = (service: Service, key: string) =>
    new URL(environmentOf(service, envOf('single'))[key] ?? 'none:').username

  test('only migrate has the role that owns the database; the processes have another', () => {
    const { migrate, postgres } = compose.services
    const owner = postgres!.environment!['POSTGRES_USER']
    expect(roleIn(migrate!, 'MIGRATE_DATABASE_URL')).toBe(owner)
    expect(postgres!.environment!['POSTGRES_PASSWORD_FILE']).toBe(
      migrate!.environment!['MIGRATE_DATABASE_PASSWORD_FILE'],
    )
    for (const [name, service] of ours) {
      expect([name, roleIn(service, 'DATABASE_URL')]).toEqual([name, 'vieraugen_app'])
      expect([name, 'MIGRATE_DATABASE_URL' in service.environment!]).toEqual([name, name === 'migrate'])
    }
    const knowing = services.filter(([, { secrets = [] }]) => secrets.includes('MIGRATE_DATABASE_PASSWORD'))
    expect(knowing.map(([name]) => name)).toEqual(['migrate', 'postgres'])
  })
})

describe('memory', () => {
  const megabytes = (text: string | number | undefined) => Number.parseInt(String(text))

  test.each(ours)('%s: Node’s heap takes half of its limit, and new objects little more', (_, service) => {
    const limit = megabytes(service.mem_limit)
    expect(limit).toBeGreaterThanOrEqual(512)
    const options = String(service.environment!['NODE_OPTIONS'])
    const share = '--max-old-space-size-percentage=50'
    expect(options.split(' ')).toContain(share)
    // Node understands it.
    expect(spawnSync(process.execPath, [share, '-e', '']).status).toBe(0)
    const inContainer = options.replace(share, `--max-old-space-size=${limit / 2}`).split(' ')
    const ask = 'v8.getHeapStatistics().heap_size_limit / 2 ** 20'
    const { stdout } = spawnSync(process.execPath, [...inContainer, '-p', ask], { encoding: 'utf8' })
    expect(Number.parseInt(stdout)).toBeLessThanOrEqual(limit * 0.6)
  })

  test.each(ours)('%s: its threads share what they free outside the heap', (_, { environment }) =>
    expect(Number(environment!['MALLOC_ARENA_MAX'])).toBeLessThanOrEqual(2),
  )

  test.each(['eventstore', ...nodes])('%s: its heap and its cached chunks stay below its limit', (name) => {
    const { environment, mem_limit } = compose.services[name]!
    const percent = Number.parseInt(String(environment!['DOTNET_GCHeapHardLimitPercent']), 16)
    const chunks = 512
    expect((megabytes(mem_limit) * percent) / 100 + chunks).toBeLessThanOrEqual(megabytes(mem_limit) * 0.8)
  })

  test.each([
    ['postgres', /shared_buffers=(\d+)MB/, 4],
    ['redis', /maxmemory (\d+)mb/, 2],
    ['proxy', /(\d+)MiB/, 1.2],
    ['mail', /(\d+)MiB/, 1.2],
  ])('%s: what it may take for itself stays below its limit', (name, pattern, times) => {
    const { command = [], environment = {}, mem_limit } = compose.services[name]!
    const [, own] = pattern.exec([...command, ...Object.values(environment)].join(' '))!
    expect(megabytes(own) * times).toBeLessThanOrEqual(megabytes(mem_limit))
  })
})

describe('networks', () => {
  test.each(services)(
    '%s: is in the network of the stores only if it is a store or uses one',
    (name, service) => {
      const isStore = /^(postgres|redis|eventstore)/.test(name)
      const expected =
        service.network_mode === 'none' || ['proxy', 'mail'].includes(name)
          ? undefined
          : isStore || name === 'migrate'
            ? ['stores']
            : ['default', 'stores']
      expect(service.networks).toEqual(expected)
    },
  )

  test('that of the stores reaches nothing else; opened ports need the other one', () => {
    expect(compose.networks.stores.internal).toBe(true)
    const more = parse(read('docker-compose.ports.yml')) as { services: Record<string, Service> }
    for (const [name, { networks }] of Object.entries(more.services))
      expect([name, networks ?? ['default', ...(compose.services[name]!.networks ?? [])]]).toEqual([
        name,
        ['default', ...(compose.services[name]!.networks ?? [])],
      ])
  })
})

describe('what is unhealthy is started again', () => {
  test.each(services.filter(([, service]) => !isOneShot(service)))(
    '%s: restarts when it ends',
    (_, service) => {
      expect(service.restart).toBe('unless-stopped')
      // Only then can a process inside end the others.
      expect(service.init).toBe(true)
    },
  )

  test.each(
    services.filter(([, service]) => !isOneShot(service) && !ours.some(([, one]) => one === service)),
  )('%s: its health check ends it when it hangs', (_, { healthcheck, configs }) => {
    expect(healthcheck.test!.slice(0, 3)).toEqual(['CMD', 'sh', '/health.sh'])
    expect(configs).toContainEqual({ source: 'health', target: '/health.sh' })
    expect(healthcheck.timeout).toBe('5s')
  })

  /** The script of the health checks with seconds for hours; it prints instead of killing. */
  const check = (folder: string, command: readonly string[]) => {
    const script = compose.configs['health']!.content.replaceAll('$$', '$')
      .replaceAll('/tmp/hung', join(folder, 'hung'))
      .replace('timeout 4', 'timeout 0.05')
      .replace('kill -9 -1', 'echo ended')
    expect(script).not.toContain('kill')
    const { status, stdout } = spawnSync('sh', ['-c', script, 'health', ...command], { encoding: 'utf8' })
    return { isWell: status === 0, isEnded: stdout.includes('ended') }
  }
  const hangs = ['sleep', '5']

  test('a program that has not answered 24 checks in a row is ended, once', () => {
    const folder = mkdtempSync(join(secretsFolder, 'health-'))
    const results = Array.from({ length: 25 }, () => check(folder, hangs))
    expect(results.map(({ isWell }) => isWell)).toEqual(results.map(() => false))
    expect(results.map(({ isEnded }) => isEnded)).toEqual(results.map((_, i) => i === 23))
  })

  test.each([
    ['answers', ['true'], true],
    ['refuses', ['false'], false],
    ['is not there', ['/no/such/program'], false],
  ])('one that %s meanwhile is not', (_, command, isWell) => {
    const folder = mkdtempSync(join(secretsFolder, 'health-'))
    const all = [
      ...Array.from({ length: 23 }, () => hangs),
      command,
      ...Array.from({ length: 23 }, () => hangs),
    ]
    const results = all.map((one) => check(folder, one))
    expect(results[23]).toEqual({ isWell, isEnded: false })
    expect(results.some(({ isEnded }) => isEnded)).toBe(false)
  })
})
