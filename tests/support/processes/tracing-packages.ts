import { registerHooks } from 'node:module'
import type { openTracing as open } from '#platform/watch/open-tracing.ts'
import { text } from 'node:stream/consumers'

// Prints the packages that a process loads until its first span. The setting comes as JSON on stdin.
const packages = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    if (/^[@a-z]/.test(specifier) && !specifier.startsWith('node:')) packages.add(specifier)
    return next(specifier, context)
  },
})
const receiver = JSON.parse(await text(process.stdin)) as Parameters<typeof open>[0]
const { openTracing } = await import('#platform/watch/open-tracing.ts')
const { silentLog } = await import('./silent-log.ts')
await import('#platform/run-process.ts')
await import('../../../services/local/product.ts')
await openTracing(receiver, { service: 'api', log: silentLog })
process.stdout.write(JSON.stringify([...packages]))
process.exit(0)
