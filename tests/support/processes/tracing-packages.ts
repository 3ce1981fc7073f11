import { registerHooks } from 'node:module'
import type { openTracing as open } from '#platform/watch/open-tracing.ts'
import { text } from 'node:stream/consumers'

// Which packages a process loads that brings everything up to its first span; the setting comes as JSON.
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
