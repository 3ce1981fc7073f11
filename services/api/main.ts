import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { readModels } from '#projections/projector.ts'
import { buildApi } from './app.ts'

const webRoot = join(import.meta.dirname, '../../web/dist')
if (!existsSync(webRoot)) {
  process.stderr.write('The web app is not built: npm run build\n')
  process.exit(1)
}

const code = await runProcess(process.env, {
  name: 'api',
  catalogue: allEvents,
  readModels,
  // A public service must name its provider and be reachable.
  needs: ['IMPRINT', 'CONTACT_EMAIL'],
  async start(platform, opened, { whenStoresAreThere }) {
    const { config, log } = platform
    const app = await buildApi(platform, { webRoot, localMailbox: false })
    opened.defer(() => app.close())
    opened.defer(() => app.drain())
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    log.info({ address }, 'listening')
    // Pages need no store. The API stays closed until the stores are checked.
    await whenStoresAreThere(() => platform.gate.pass())
  },
})
process.exit(code)
