import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { requireStores } from '#platform/stores.ts'
import { startProjector } from './projector.ts'

const code = await runProcess(process.env, {
  name: 'projector',
  catalogue: allEvents,
  readModels: [],
  async start(platform, opened, { fail, whenStoresAreThere }) {
    const projector = await whenStoresAreThere(async () => {
      await requireStores(platform)
      return startProjector(platform)
    })
    opened.defer(() => projector.stop())
    void projector.ended.then(() => fail(new Error('The projector has stopped.')))
  },
})
process.exit(code)
