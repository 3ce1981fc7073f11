import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { casesOfRun } from '#support/rounds.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { openStage } from '#support/product/mail-stage.ts'
import { freePort } from '#support/servers/redis.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import {
  endEverything,
  mains,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const stage = openStage()
afterEach(async () => {
  await endEverything()
  await stage.close()
})

/** A product, and how to start APIs in processes of their own on its stores. */
const open = async (given: Partial<Config> = {}) => {
  await builtWeb()
  const esdb = await startEsdbFake()
  stage.defer(() => esdb.close())
  const product = await stage.product({ EVENTSTORE_URL: esdb.url, ...given })
  const settings = Object.entries(product.platform.config).map(([key, value]) => [key, String(value)])
  const start = (part: Part, port = 0) => {
    const env = { ...Object.fromEntries(settings), PORT: `${port}`, HEALTH_PORT: '0', LOG_LEVEL: 'info' }
    return run(['node', mains[part]], temporaryFolder(), env)
  }
  const startApi = async (port: number) => {
    const api = start('api', port)
    await api.prints('"msg":"ready"')
    return { api, origin: `http://127.0.0.1:${port}` }
  }
  return { esdb, product, start, startApi }
}

const kill = async (victim: LocalProcess) => {
  victim.signal('SIGKILL')
  await victim.ended
}

const deaths = [
  { when: 'before its facts are written', fault: 'silent before', asks: 'another one' },
  { when: 'after its facts are written', fault: 'silent after', asks: 'another one' },
  { when: 'after its facts are written', fault: 'silent after', asks: 'the next start' },
] as const

/** The first in `npm test`. */
const turns = casesOfRun([1, 2])

test.runIf(turns.includes(1)).each(casesOfRun(deaths, 1))(
  'an api killed at a command, $when: the client asks $asks with the same key, and it has one effect',
  async ({ fault, asks }) => {
    const { esdb, product, startApi } = await open()
    const { token } = await product.person()
    const port = await freePort()
    const first = await startApi(port)
    const create = async (origin: string, key: string) => {
      const answer = await fetch(`${origin}/workspaces/create`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ name: 'Praxis' }),
      })
      return { status: answer.status, body: (await answer.json()) as { id: string } }
    }
    const before = await product.head()
    const struck = Promise.withResolvers<void>()
    esdb.faults.append = () => {
      delete esdb.faults.append
      void kill(first.api).then(() => struck.resolve())
      return fault
    }
    const key = randomUUID()
    await expect(create(first.origin, key)).rejects.toThrow('fetch failed')
    await struck.promise

    const { origin } = await startApi(asks === 'another one' ? await freePort() : port)
    const again = await create(origin, key)
    expect(again).toMatchObject({ status: 201, body: { name: 'Praxis' } })
    expect(await create(origin, key)).toEqual(again)
    const { events } = await product.platform.eventStore.readAll({ after: before })
    expect(events.map(({ type }) => type)).toEqual(['WorkspaceCreated', 'ParticipantJoined'])
    await eventually(async () =>
      expect((await product.call('GET', `/workspaces/${again.body.id}`, { token })).body).toEqual(again.body),
    )
  },
)

test.runIf(turns.includes(2))(
  'a deletion whose api is killed in the middle of it, and whose workers are killed between each key and the fact that it is destroyed, is completed by the next',
  async () => {
    const { url } = await stage.smtp()
    const ERASURE_LEDGER = join(temporaryFolder(), 'erasures.jsonl')
    const { esdb, product, start, startApi } = await open({ SMTP_URL: url, ERASURE_LEDGER })
    const { id, admin } = await workspaceOf(product)
    const killedAt = async (type: string, victim: LocalProcess) => {
      const struck = Promise.withResolvers<void>()
      esdb.faults.append = (types) => {
        if (!types.includes(type)) return undefined
        delete esdb.faults.append
        void kill(victim).then(() => struck.resolve())
        return 'silent before'
      }
      await struck.promise
    }
    const newest = async (stream: string) => (await product.facts(stream)).at(-1)?.type
    const erased = () => product.platform.db('erasures').pluck<string[]>('subject')

    const { api, origin } = await startApi(await freePort())
    const headers = { authorization: `Bearer ${admin.token}` }
    const asked = fetch(`${origin}/users/delete-account`, { method: 'DELETE', headers })
    await Promise.all([killedAt('AccountDeleted', api), expect(asked).rejects.toThrow('fetch failed')])
    expect(await newest(`workspace-${id}`)).toBe('DepartureAnnounced')
    expect(await newest(`user-${admin.userId}`)).toBe('DeletionRequested')

    await killedAt('WorkspaceErased', start('worker'))
    expect(await newest(`workspace-${id}`)).toBe('WorkspaceClosed')
    await killedAt('PersonErased', start('worker'))
    expect(await newest(`workspace-${id}`)).toBe('WorkspaceErased')
    expect(await erased()).toContain(`person:${admin.userId}`)
    expect(await newest(`user-${admin.userId}`)).toBe('AccountDeleted')

    start('worker')
    await eventually(async () => expect(await newest(`user-${admin.userId}`)).toBe('PersonErased'))
    await product.projector.caughtUp()
    const shown = await product.platform.db('users').where({ id: admin.userId })
    expect(JSON.stringify(shown)).not.toContain(admin.email)
  },
)
