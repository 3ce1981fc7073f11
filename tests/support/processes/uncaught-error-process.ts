import { runProcess } from '#platform/run-process.ts'

// A process that waits forever and then meets an uncaught error.
const code = await runProcess(process.env, {
  name: 'api',
  catalogue: {},
  readModels: [],
  start: () => {
    setTimeout(() => {
      throw new Error('nobody caught this')
    })
    return new Promise(() => {})
  },
})
process.exit(code)
