import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { requireStores } from '#platform/stores.ts'
import { readModels } from '#projections/projector.ts'
import { buildApi } from './app.ts'

const webRoot = join(import.meta.dirname, '../../web/dist')

const code = await runProcess(process.env, {
  name: 'api',
  catalogue: allEvents,
  readModels,
  async start(platform, opened, { whenStoresAreThere }) {
    const { config, log } = platform
    if (!existsSync(webRoot)) throw new Error('The web app is not built: npm run build')
    const app = await buildApi(platform, { webRoot, localMailbox: false })
    opened.defer(() => app.close())
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    log.info({ address }, 'listening')
    // Pages need no store, and the API says itself what is away.
    await whenStoresAreThere(() => requireStores(platform))
  },
})
process.exit(code)
