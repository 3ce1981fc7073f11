import { runProcess } from '#platform/run-process.ts'

// A process whose part never gets further than waiting, and meets an error that nobody catches.
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
