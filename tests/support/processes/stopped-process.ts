import type { Platform } from '#platform/platform.ts'
import { runProcess } from '#platform/run-process.ts'

// A process that is told to stop while it works, and that then says whether its platform still answers.
let opened: Platform | undefined
const code = await runProcess(process.env, {
  name: 'api',
  catalogue: {},
  readModels: [],
  async start(platform) {
    opened = platform
    await platform.db.raw('SELECT 1')
    process.kill(process.pid, 'SIGTERM')
  },
})
const state = await opened!.db.raw('SELECT 1').then(
  () => 'open',
  () => 'closed',
)
process.stdout.write(`the platform is ${state}\n`)
process.exit(code)
