import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../architecture/source-graph.ts'

/**
 * The steps of docs/recipes.md whose omission does not compile: all are omitted at once in a copy of the tree. What
 * other tests catch says tests/architecture/recipes.test.ts.
 */

type Omission = {
  readonly step: string
  /** What was written, so that the step is due, or what is missing since: this text of this file becomes that one. */
  /** A text that is none: the file is new. */
  readonly edits: readonly (readonly [file: string, text: string, becomes: string])[]
  /** Where the compiler asks for the step, and with which words. */
  readonly asked: readonly (readonly [file: string, words: string])[]
}

const after = (text: string, more: string) => [text, `${text}\n${more}`] as const
const workspaces = 'services/modules/workspaces'
const audit = 'web/src/desk/workspaces/history/texts'
const logTexts = 'services/contract/log-texts'
const endpointOf = (operation: string, readModel: string, error: string) => `
import Type from 'typebox'
import { endpoint } from './endpoint.ts'
export const one = endpoint({
  operation: ${operation},
  summary: 'All of them',
  method: 'GET',
  path: '/all',
  access: 'user',
  readModels: [${readModel}],
  status: 200,
  reply: Type.Object({}),
  errors: [${error}],
})`

const recipes: { readonly [recipe: string]: readonly Omission[] } = {
  'An event': [
    {
      step: 'its case in the fold, its entry in the audit log and its sample',
      edits: [
        [
          `${workspaces}/workspace.events.ts`,
          ...after(
            'export const workspaceEvents = {',
            '  WorkspaceLocked: fact(1, Type.Object({ workspaceId })),',
          ),
        ],
      ],
      asked: [
        [`${workspaces}/workspace.state.ts`, `Property 'WorkspaceLocked' is missing`],
        ['projections/audit/entries.ts', `Property 'WorkspaceLocked' is missing`],
        ['tests/architecture/frozen/samples.ts', `Property 'WorkspaceLocked' is missing`],
      ],
    },
    {
      step: 'what the audit log says of it, and of which field, in the lists of contract/audit.ts',
      edits: [
        ['projections/audit/entries.ts', `action: 'participant.left'`, `action: 'participant.gone'`],
        ['projections/audit/entries.ts', 'fields: { active: false }', 'fields: { present: false }'],
      ],
      asked: [
        ['projections/audit/entries.ts', `'"participant.gone"' is not assignable`],
        ['projections/audit/entries.ts', `'present' does not exist in type 'Fields'`],
      ],
    },
    {
      step: 'the German words for an action, and the words for its noun',
      edits: [
        [
          'services/contract/workspaces/audit.ts',
          ...after('export const AUDIT_ACTIONS = [', `'seat.taken',`),
        ],
        [
          `${logTexts}/action-texts.ts`,
          ...after('<AuditAction, string>>(\n  {', `'seat.taken': 'Seat taken',`),
        ],
      ],
      asked: [
        [`${logTexts}/action-texts.ts`, `Property '"seat.taken"' is missing`],
        [`${audit}/action-texts.ts`, `Property 'seat' is missing`],
        [`${audit}/audit-texts.ts`, `Property 'seat' is missing`],
      ],
    },
    {
      step: 'the words for a field, in both languages',
      edits: [
        [
          'services/contract/audit-fields.ts',
          ...after('export const AUDIT_FIELDS = [', `  'locked', 'lockedBy',`),
        ],
        [`${logTexts}/field-texts.ts`, ...after('    fields: {', `lockedBy: 'Locked by',`)],
      ],
      asked: [
        [`${logTexts}/field-texts.ts`, `Property 'locked' is missing`],
        [`${logTexts}/field-texts.ts`, `Property 'lockedBy' is missing`],
      ],
    },
  ],
  'A command': [
    {
      step: 'its rules in the decider',
      edits: [
        [
          `${workspaces}/workspace.decider.ts`,
          ...after('export type WorkspaceCommand =', `  | { readonly type: 'LockWorkspace' }`),
        ],
      ],
      asked: [[`${workspaces}/workspace.decider.ts`, `LockWorkspace`]],
    },
    {
      step: 'a new rejection in contract/errors.ts',
      edits: [
        [
          `${workspaces}/invitations/invitation.decider.ts`,
          `Rejected('participant.exists')`,
          `Rejected('seat.taken')`,
        ],
      ],
      asked: [[`${workspaces}/invitations/invitation.decider.ts`, `'"seat.taken"' is not assignable`]],
    },
    {
      step: 'the same, where an endpoint names it, and a read model that there is',
      edits: [['services/contract/seats.ts', '', endpointOf(`'seats.list'`, `'seats'`, `'seat.missing'`)]],
      asked: [
        ['services/contract/seats.ts', `'"seats"' is not assignable`],
        ['services/contract/seats.ts', `'"seat.missing"' is not assignable`],
      ],
    },
    {
      step: 'the German of a new rejection',
      edits: [
        [
          'services/contract/errors.ts',
          ...after('export const errors = {', `'seat.locked': [409, 'Locked.'],`),
        ],
      ],
      asked: [['web/src/shared/texts/german-errors.ts', `Property '"seat.locked"' is missing`]],
    },
    {
      step: 'a good call, and who may call it',
      edits: [
        ['services/contract/locks.ts', '', endpointOf(`'locks.list'`, '', '')],
        [
          'services/contract/mailbox.ts',
          ...after(`import { endpoint } from './endpoint.ts'`, `export * from './locks.ts'`),
        ],
      ],
      asked: [
        ['tests/support/endpoints/good-calls.ts', `Property '"locks.list"' is missing`],
        ['tests/support/endpoints/who-may-call.ts', `Property '"locks.list"' is missing`],
      ],
    },
  ],
  'A projection': [
    {
      step: 'a column that a handler names, and each column of a row that it puts',
      edits: [
        ['projections/users/projection.ts', 'disabled: true', 'locked: true'],
        ['projections/users/projection.ts', 'language: data.language,', ''],
      ],
      asked: [
        ['projections/users/projection.ts', `'locked' does not exist`],
        ['projections/users/projection.ts', `'language'`],
      ],
    },
  ],
  'A page': [
    {
      step: 'a text in German',
      edits: [
        ['web/src/desk/workspaces/settings/texts.ts', ...after('createTexts(\n  {', `    lock: 'Lock',`)],
      ],
      asked: [['web/src/desk/workspaces/settings/texts.ts', `Property 'lock' is missing`]],
    },
  ],
  'A mail': [
    {
      step: 'the read models that it waits for',
      edits: [[`${workspaces}/workspaces.mail-kinds.ts`, `readModels: ['workspaces', 'users'],`, '']],
      asked: [[`${workspaces}/workspaces.mail-kinds.ts`, `Property 'readModels' is missing`]],
    },
  ],
}

const omissions = Object.entries(recipes).flatMap(([recipe, steps]) =>
  steps.map((omission) => [recipe, omission.step, omission] as const),
)

/** Good calls are made to the whole product, which is not looked at here. */
const LEFT_AWAY = [
  ['tests/support/product/product.ts', '', 'export type Product = any; export type Person = any'],
  ['tests/support/product/requests.ts', '', `export const PIN = ''`],
  ['tests/support/workspaces/glass.ts', '', `export const REASON = ''`],
  ['tests/support/endpoints/access-cast.ts', '', 'export type Ids = any; export const claimsOf: any = null'],
] as const

let folder: string
let errors: readonly string[]

const fileOf = (error: string): string => error.split('(')[0]!

/** What the compiler says of these files and what they import, an error with all of its lines; paths are those of the tree. */
const compile = async (part: '.' | 'web', files: readonly string[]): Promise<readonly string[]> => {
  const project = join(folder, part, 'tsconfig.recipes.json')
  const paths = files.map((file) => join(folder, file))
  // What is remembered for the next check is of the tree itself.
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  const options = { extends: './tsconfig.json', compilerOptions, include: [], files: paths }
  await writeFile(project, JSON.stringify(options))
  const output = await new Promise<string>((resolve) => {
    // Exits with 1, because it finds what is left out.
    execFile(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', project, '--pretty', 'false'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => resolve(stdout),
    )
  })
  return output.split(/\n(?=\S)/).filter((error) => error !== '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  for (const path of [
    'services',
    'projections',
    'tests',
    'web/src',
    'web/tsconfig.json',
    'tsconfig.json',
    'package.json',
  ])
    await cp(join(root, path), join(folder, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text, becomes] of [...LEFT_AWAY, ...omissions.flatMap(([, , { edits }]) => edits)]) {
    const source = text === '' ? '' : await readFile(join(folder, path), 'utf8')
    if (!source.includes(text)) throw new Error(`${path} has no ${text}`)
    await writeFile(
      join(folder, path),
      source.replace(text, () => becomes),
    )
  }
  const asked = omissions.flatMap(([, , omission]) => omission.asked.map(([file]) => file))
  const { web = [], rest = [] } = Object.groupBy(asked, (file) => (file.startsWith('web/') ? 'web' : 'rest'))
  errors = (await Promise.all([compile('.', rest), compile('web', web)])).flat()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the compiler asks for what is left out', () => {
  test.each(omissions)('%s: %s', (_, __, { asked }) => {
    for (const [file, words] of asked)
      expect(errors.filter((error) => fileOf(error) === file)).toContainEqual(expect.stringContaining(words))
  })

  test('and for nothing else', () => {
    const isAsked = (error: string) =>
      omissions.some(([, , { asked }]) =>
        asked.some(([file, words]) => fileOf(error) === file && error.includes(words)),
      )
    expect(errors.filter((error) => !isAsked(error))).toEqual([])
  })
})
