import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './source-graph.ts'

/** Runs the linter with our configuration over planted files, to prove that every rule fires. */

const lines = (count: number) => 'void 0\n'.repeat(count)

/** `[rule, file, source]` */
const plants: readonly (readonly [rule: string, path: string, source: string])[] = [
  [
    'typescript(no-floating-promises)',
    'services/api/floating.ts',
    `export const late = async () => {}\nlate()`,
  ],
  [
    'typescript(no-misused-promises)',
    'services/api/misused.ts',
    `export const late = async () => true\nif (late()) void 0`,
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    'services/api/switch.ts',
    `export const f = (kind: 'a' | 'b') => {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}`,
  ],
  [
    'import(no-cycle)',
    'services/api/cycle-a.ts',
    `import { b } from './cycle-b.ts'\nexport const a = () => b`,
  ],
  ['import(no-default-export)', 'services/api/default.ts', `export default 1`],
  ['eslint(max-lines)', 'services/api/long.ts', lines(301)],
  ['eslint(max-lines)', 'tests/integration/long.test.ts', lines(501)],
  [
    'eslint(complexity)',
    'services/api/complex.ts',
    `export const f = (n: number) => ${'n > 1 ? 1 : '.repeat(12)}2`,
  ],
  [
    'eslint(max-depth)',
    'services/api/deep.ts',
    `export const f = (n: number) => {\n${'if (n > 1) {\n'.repeat(4)}void n\n${'}\n'.repeat(4)}}`,
  ],
  [
    'eslint(max-params)',
    'services/api/params.ts',
    `export const f = (a: 1, b: 1, c: 1, d: 1, e: 1) => a + b + c + d + e`,
  ],
  ['eslint(no-console)', 'services/api/console.ts', `console.log(1)`],
  ['eslint(no-console)', 'web/src/shared/console.ts', `console.log(1)`],
  ['node(no-process-env)', 'services/api/environment.ts', `export const port = process.env['PORT']`],
  ['eslint(no-restricted-imports)', 'web/src/shared/layer.ts', `export * from '#platform/facts/facts.ts'`],
  ['eslint(no-restricted-imports)', 'services/contract/layer.ts', `export * from '#platform/facts/facts.ts'`],
  ['eslint(no-restricted-imports)', 'services/contract/package.ts', `export * from 'knex'`],
  ['eslint(no-restricted-imports)', 'services/platform/layer.ts', `export * from '#modules/x/x.events.ts'`],
  ['eslint(no-restricted-imports)', 'projections/users/layer.ts', `export * from '#modules/x/x.decider.ts'`],
  ['eslint(no-restricted-imports)', 'services/modules/x/layer.decider.ts', `export * from 'node:crypto'`],
  [
    'eslint(no-restricted-properties)',
    'services/modules/x/now.decider.ts',
    `export const now = () => Date.now()`,
  ],
  [
    'eslint(no-restricted-properties)',
    'services/modules/x/chance.state.ts',
    `export const chance = () => Math.random()`,
  ],
  [
    'eslint(no-restricted-properties)',
    'web/src/desk/x/List.tsx',
    `export const again = (client: { invalidateQueries: () => void }) => client.invalidateQueries()`,
  ],
  ['eslint(no-restricted-globals)', 'services/modules/x/net.mails.ts', `export const get = () => fetch('x')`],
  [
    'eslint(no-restricted-globals)',
    'services/modules/x/wait.events.ts',
    `export const wait = (f: () => void) => setTimeout(f, 1)`,
  ],
  [
    'eslint(no-restricted-globals)',
    'services/modules/x/process.decider.ts',
    `export const id = () => process.pid`,
  ],
]

const allowed: Record<string, string> = {
  'services/local/main.ts': `console.log(process.env['PORT'])`,
  'services/platform/config/config.ts': `export const port = process.env['PORT']`,
  'services/api/cycle-b.ts': `import { a } from './cycle-a.ts'\nexport const b = () => a`,
  'services/contract/fine.ts': `import Type from 'typebox'\nexport const A = Type.Null()\nexport * from './errors.ts'`,
  'services/contract/errors.ts': `export const errors = {}`,
  'web/src/shared/fine.ts': `export * from '#contract/errors.ts'`,
  'projections/users/fine.ts': `export * from '#modules/x/x.events.ts'\nexport * from '#modules/x/x.state.ts'`,
  'services/modules/x/x.events.ts': `export const at = (text: string) => new Date(text).toISOString()`,
  'services/modules/x/x.state.ts': `export * from './x.events.ts'`,
  'vitest.config.ts': `export default {}`,
}

let folder: string
const found = new Map<string, string[]>()

type Diagnostic = { readonly code: string; readonly filename: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, source] of [...plants.map(([, ...file]) => file), ...Object.entries(allowed)]) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), source)
  }
  const report = await new Promise<string>((resolve) => {
    // Exits with 1, because it finds the planted files.
    execFile(
      join(folder, 'node_modules/.bin/oxlint'),
      ['--type-aware', '--format', 'json'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => resolve(stdout),
    )
  })
  const { diagnostics } = JSON.parse(report) as { diagnostics: readonly Diagnostic[] }
  for (const { code, filename } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the linter', () => {
  test.each(plants)('reports %s in %s', (rule, path) => expect(found.get(path)).toContain(rule))

  test.each(Object.keys(allowed).filter((path) => !path.includes('cycle')))('accepts %s', (path) =>
    expect(found.get(path) ?? []).toEqual([]),
  )
})
