import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openSmtpSink, type SmtpSink } from '#support/servers/smtp-sink.ts'
import { mains, OPERATOR, root, type Part } from '#support/processes/local-process.ts'

/**
 * The image, built and started by whatever engine the `docker` on this machine speaks to, with the limits that
 * docker-compose.yml sets. Of the images that it names those are used that are there: none is fetched.
 */

const BUILD_MS = 900_000
vi.setConfig({ testTimeout: 120_000 })

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const answers = (...args: string[]) => spawnSync('docker', args, { timeout: 10_000 }).status === 0
const hasEngine = answers('version')
const isThere = (image: string) => answers('image', 'inspect', image)

const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { image: string; command?: string[] }>
}
const ours = services['migrate']!.image
/** Not the one that this machine may run. */
const image = 'vieraugen:test'
const base = /^FROM (\S+) AS base$/m.exec(read('Dockerfile'))![1]!
const others = [...new Set(Object.values(services).map((service) => service.image))].filter(
  (one) => one !== ours,
)
const missing = hasEngine ? [base, ...others].filter((one) => !isThere(one)) : []

const run = (...args: string[]) =>
  promisify(execFile)('docker', args, { cwd: root, timeout: BUILD_MS, maxBuffer: 64 * 1024 * 1024 })
const docker = async (...args: string[]) => (await run(...args)).stdout.trim()

const why = !hasEngine ? 'no engine answers' : missing.includes(base) ? `${base} is not there` : undefined
const told =
  why ?? (missing.length > 0 ? `not started, not there: ${missing.join(', ')}` : 'every image is there')

describe.skipIf(why !== undefined)(`the image (${told})`, () => {
  const names: string[] = []
  const database = `image_${randomUUID().replaceAll('-', '')}`
  let smtp: SmtpSink
  let settings: Record<string, string>

  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  /** As compose starts it, but in the network of this machine, where the stores of the tests are. */
  const start = async (command: readonly string[], env: Record<string, string>, ...more: string[]) => {
    const name = `vieraugen-test-${randomUUID()}`
    names.push(name)
    const given = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
    const limits = ['--init', '--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges:true']
    await docker(
      'run',
      '--detach',
      '--name',
      name,
      '--network=host',
      ...limits,
      ...more,
      ...given,
      image,
      ...command,
    )
    return name
  }
  const ends = async (name: string) => Number(await docker('wait', name))
  const logs = async (name: string) => Object.values(await run('logs', name)).join('\n')
  /** That each of them has come up so many times. Three at once take their time on a busy machine. */
  const comeUp = (containers: readonly string[], times: number) =>
    vi.waitUntil(
      async () => {
        const said = await Promise.all(containers.map(logs))
        return said.every((one) => one.split('"msg":"ready"').length > times)
      },
      { timeout: 60_000, interval: 200 },
    )

  beforeAll(async () => {
    await docker('build', '--network=host', '--tag', image, '.')
    await onServer(`create database ${database}`)
    smtp = await openSmtpSink()
    settings = {
      ...freshSecrets(),
      DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: database }).href,
      SMTP_URL: smtp.url,
      PUBLIC_BASE_URL: 'http://localhost',
      ...OPERATOR,
    }
  }, BUILD_MS)
  afterAll(async () => {
    if (names.length > 0) await docker('rm', '--force', '--volumes', ...names)
    await smtp.close()
    await onServer(`drop database if exists ${database} with (force)`)
  })

  test('holds no maps and no types', async () => {
    const found = await start(['find', '/app', '-name', '*.map', '-o', '-name', '*.d.ts'], {})
    expect(await ends(found)).toBe(0)
    expect((await logs(found)).trim()).toBe('')
  })

  test('migrates', async () => {
    const migrated = await start(['node', 'services/ops/main.ts', 'migrate'], {
      DATABASE_URL: settings['DATABASE_URL']!,
    })
    expect([await ends(migrated), await logs(migrated)]).toEqual([
      0,
      expect.stringContaining('newest migration'),
    ])
  })

  let port: number
  const all: string[] = []
  const signUp = (email: string) =>
    fetch(`http://127.0.0.1:${port}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse' }),
    })
  const mailTo = (email: string) =>
    vi.waitUntil(() => smtp.received.some(({ recipients }) => recipients.includes(email)), {
      timeout: 60_000,
    })

  test('serves with a root that is read-only and without capabilities', async () => {
    port = await freePort()
    for (const part of Object.keys(mains) as Part[]) {
      const env = {
        ...settings,
        PORT: `${port}`,
        HEALTH_PORT: `${await freePort()}`,
        ERASURE_LEDGER: '/erasures/ledger.jsonl',
      }
      const volume = part === 'worker' ? ['--volume=/erasures'] : []
      all.push(await start(['node', mains[part]], env, ...volume))
    }
    await comeUp(all, 1)
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect((await signUp('ada@example.com')).status).toBe(201)
    await mailTo('ada@example.com')
  })

  test('survives kill -9 of every process', async () => {
    await docker('kill', '--signal=KILL', ...all)
    await docker('start', ...all)
    await comeUp(all, 2)
    expect((await signUp('bob@example.com')).status).toBe(201)
    await mailTo('bob@example.com')
  })

  test('stops in good order', async () => {
    await docker('stop', '--time=15', ...all)
    for (const name of all) expect(await ends(name)).toBe(0)
  })
})
