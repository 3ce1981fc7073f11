import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { buildWeb } from '../../services/local/web-build.ts'
import { startEsdbFake } from '../support/esdb-fake.ts'
import { eventually } from '../support/eventually.ts'
import { openStage } from '../support/mail-stage.ts'
import { freePort } from '../support/redis.ts'
import { endEverything, root, run, temporaryFolder, type LocalProcess } from './local-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const stage = openStage()
afterEach(async () => {
  await endEverything()
  await stage.close()
})

/** A product, and how to start APIs in processes of their own on its stores. */
const open = async () => {
  await buildWeb(root, new AbortController().signal)
  const esdb = await startEsdbFake()
  stage.defer(() => esdb.close())
  const product = await stage.product({ EVENTSTORE_URL: esdb.url })
  const settings = Object.entries(product.platform.config).map(([key, value]) => [key, String(value)])
  const startApi = async (port: number) => {
    const env = { ...Object.fromEntries(settings), PORT: `${port}`, HEALTH_PORT: '0', LOG_LEVEL: 'info' }
    const api = run(['node', 'services/api/main.ts'], temporaryFolder(), env)
    await api.prints('"msg":"ready"')
    return { api, origin: `http://127.0.0.1:${port}` }
  }
  return { esdb, product, startApi }
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

test.each(deaths)(
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
