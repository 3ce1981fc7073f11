import { allEvents } from '#modules/all.events.ts'
import { runProcess } from '#platform/run-process.ts'
import { requireCredentials } from '#platform/stores/probes.ts'
import { readModels } from '#projections/projector.ts'
import { startWorker } from './worker.ts'

const code = await runProcess(process.env, {
  name: 'worker',
  catalogue: allEvents,
  readModels,
  // Without a mail server mails would end in an unread table, without a contact address some would have no
  // recipient, and without the ledger nothing can be erased.
  needs: ['SMTP_URL', 'CONTACT_EMAIL', 'ERASURE_LEDGER'],
  async start(platform, opened, { fail, whenStoresAreThere }) {
    await requireCredentials(platform)
    const worker = await whenStoresAreThere(async () => {
      await platform.gate.pass()
      return startWorker(platform)
    })
    opened.defer(() => worker.stop())
    void worker.ended.then(() => fail(new Error('A reactor has stopped.')))
  },
})
process.exit(code)
