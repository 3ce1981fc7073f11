import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { readModels } from '#projections/projector.ts'
import { buildWorker } from './worker.ts'

const code = await runProcess(process.env, {
  name: 'worker',
  catalogue: allEvents,
  readModels,
  // Without a mail server every mail would end in a table that nobody looks at.
  needs: ['SMTP_URL'],
  async start(platform, opened) {
    const worker = buildWorker(platform)
    opened.defer(() => worker.stop())
    await worker.start()
  },
})
process.exit(code)
