import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Fills the folder in NODE_COMPILE_CACHE with the code of every process, without its types. A process that finds all of its code there
 * does not load the compiler that removes them, which holds 16 MiB, and starts with half the processor time. The Dockerfile runs it.
 */
const root = resolve(import.meta.dirname, '../..')
const urls = globSync('{services,projections}/**/*.ts', {
  cwd: root,
  exclude: ['services/local/**', '**/*.test.ts'],
}).map((file) => JSON.stringify(pathToFileURL(resolve(root, file)).href))
// Modules are compiled, then linked, then run. This one cannot be linked, so that all are compiled and none runs.
const MISSING = 'thisIsExportedNowhere'
const unlinkable = [
  ...urls.map((url) => `import ${url}`),
  `import { ${MISSING} } from ${JSON.stringify(import.meta.url)}`,
]
try {
  await import(`data:text/javascript,${encodeURIComponent(unlinkable.join('\n'))}`)
} catch (error) {
  if (!(error instanceof SyntaxError && error.message.includes(MISSING))) throw error
}
process.stdout.write(`${urls.length} modules are compiled\n`)
