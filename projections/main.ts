import { once } from 'node:events'
import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { lockName, runAsLeader } from '#platform/postgres/leader-lock.ts'
import { projections } from './index.ts'
import { startProjector } from './projector.ts'

const code = await runProcess(process.env, {
  name: 'projector',
  catalogue: allEvents,
  readModels: [],
  async start(platform, opened, { fail, whenStoresAreThere }) {
    await whenStoresAreThere(() => platform.gate.pass())
    const leader = runAsLeader({
      databaseUrl: platform.config.DATABASE_URL,
      name: lockName('projector', allEvents, projections),
      log: platform.log,
      async work(signal) {
        const projector = await whenStoresAreThere(async () => {
          await platform.gate.pass()
          return startProjector(platform)
        })
        if (!signal.aborted) await Promise.race([once(signal, 'abort'), projector.ended])
        await projector.stop()
        if (!signal.aborted) throw new Error('The projector has stopped.')
      },
    })
    opened.defer(() => leader.stop())
    leader.ended.catch(fail)
  },
})
process.exit(code)
