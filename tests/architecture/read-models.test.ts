import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { fact } from '#platform/facts/facts.ts'
import { auditProjection } from '#projections/audit/projection.ts'
import { projections } from '#projections/index.ts'
import type { Handler, Projection } from '#projections/engine/definition/projection.ts'
import { usersProjection } from '#projections/users/projection.ts'
import { FROZEN, type Frozen } from './frozen/frozen.ts'
import {
  FROZEN_READ_MODELS,
  accept,
  faultOf,
  freeze,
  printReadModels,
  type FrozenReadModel,
} from './frozen/frozen-read-models.ts'
import { codeOf, stateOf, type State } from './read-models.ts'
import { root } from './source-graph.ts'

const samples = JSON.parse(readFileSync(FROZEN, 'utf8')) as readonly Frozen[]
const stored = readFileSync(FROZEN_READ_MODELS, 'utf8')
const frozen = JSON.parse(stored) as readonly FrozenReadModel[]
const now = (projection: Projection): Promise<State> => stateOf(projection, samples)

test.each(projections)('$name has a new version if its rows have changed', async (projection) => {
  // In a list, because vitest shortens long texts.
  expect([faultOf(frozen, await now(projection))]).toEqual([undefined])
})

test('no two read models share a table name', () => {
  const names = projections.flatMap(({ tables }) => Object.keys(tables))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

const audit = auditProjection as Projection
let users: State
let before: readonly FrozenReadModel[]
beforeAll(async () => {
  users = await now(usersProjection)
  before = freeze(freeze([], users), await now(audit))
})

/** The users read model with a changed table. */
const withUsers = (planted: object): Projection => ({
  ...usersProjection,
  tables: {
    ...usersProjection.tables,
    users: { ...usersProjection.tables['users']!, ...planted },
  },
})
const additive = { seen: 'timestamptz?', logins: 'integer = 0' } as const
const columns = usersProjection.tables['users']!.columns

/** Adds a handler. */
const alsoOn = (type: string, also: Handler, projection: Projection): Projection => ({
  ...projection,
  handlers: {
    ...projection.handlers,
    [type](given, changes, context) {
      projection.handlers[type]?.(given, changes, context)
      also(given, changes, context)
    },
  },
})
const sees: Handler = ({ data, metadata }, changes) =>
  changes.patch('users', { id: data['userId'], seen: metadata.at })

/** The same state from other code. */
const rewritten = (state: State): State => ({ ...state, handlers: 'of another text' })

/** The next version. */
const next = (): State => ({
  ...rewritten(users),
  version: users.version + 1,
  tables: 'others',
  gives: {},
})

describe('a forgotten version is reported for a change', () => {
  const inUsers = 'projections/users/projection.ts'
  const inAudit = 'projections/audit/projection.ts'
  test.each([
    ['a handler', inUsers, 'verified: true', 'verified: false'],
    ['code that no sample reaches', 'projections/audit/heads.ts', '?? { sequence: 0', '?? { sequence: 1'],
    [
      'a prepared statement',
      'projections/audit/heads.ts',
      'USING (workspace_id, kind, id)',
      'USING (workspace_id, id)',
    ],
    ['an unsealed field', inUsers, "UserSignedUp: ['email']", 'UserSignedUp: []'],
    ['a claim', inAudit, "=== 'string' &&", "=== 'string' ||"],
    ['a lane', inAudit, 'metadata.workspaceId ?? stream', 'stream'],
    ['a personal column', inUsers, "name: { person: 'user_id' }", ''],
    ['an imported file', 'projections/audit/chain.ts', 'previous, sequence', 'sequence, previous'],
    ['a function of the platform', 'services/platform/primitives/ids.ts', "'sha256'", "'sha512'"],
  ])('in %s', async (_, path, text, other) => {
    const edited: string[] = []
    const edit = (of: string, source: string): string => {
      if (of !== join(root, path)) return source
      edited.push(source)
      return source.replace(text, other)
    }
    const planted = await stateOf(path === inUsers ? usersProjection : audit, samples, { edit })
    expect(edited.join('')).toContain(text)
    expect(faultOf(before, planted)).toMatch(
      /^The read model \w+, version \d+, has changed since it was frozen: its handlers[.]/,
    )
  })

  test.each([
    ['a column', { columns: { ...columns, nickname: 'text?' } }],
    ['a type', { columns: { ...columns, language: 'text?' } }],
    ['the key', { key: ['id', 'email'] }],
    ['an index', { indexes: ['(email)'] }],
  ])('in %s of a table', async (_, planted) => {
    expect(faultOf(before, await now(withUsers(planted)))).toMatch('since it was frozen: its tables.')
  })

  test('in the schema of a fact that it handles, but of no other', async () => {
    const other = fact(2, Type.Object({ ...allEvents.UserSignedUp.schema.properties, vip: Type.Boolean() }))
    const on = (catalogue: object) =>
      stateOf(usersProjection, samples, { catalogue: { ...allEvents, ...catalogue } })
    expect(faultOf(before, await on({ UserSignedUp: other }))).toMatch(
      'since it was frozen: the schemas of its facts.',
    )
    expect(faultOf(before, await on({ WorkspaceCreated: other, Unheard: other }))).toBeUndefined()
  })

  test('in the rows for a fact, whatever the cause', async () => {
    const planted = alsoOn(
      'EmailVerified',
      ({ data }, changes) => changes.remove('users', { id: data['userId'] }),
      usersProjection,
    )
    expect(faultOf(before, await now(planted))).toMatch('since it was frozen: the rows for EmailVerified 1.')
  })

  test('in the lane or the claims of a fact', async () => {
    for (const planted of [{ laneOf: () => 'one for all' }, { claims: () => true }])
      expect(faultOf(before, await now({ ...audit, ...planted }))).toMatch('the rows for UserSignedUp 1')
  })

  test('with a message that says what to do', () =>
    expect(faultOf(before, rewritten(users))).toMatch(
      /Raise its version in projections\/users\/projection[.]ts, then run npm run freeze[.].+ npm run freeze -- --same users 'why'[.]$/,
    ))

  test('but not for a change in how a build is filled', async () => {
    expect(faultOf(before, await now(withUsers({ once: undefined })))).toBeUndefined()
  })

  test('nor for comments, layout and local names', async () => {
    const edit = (path: string, source: string): string =>
      path.endsWith('users/projection.ts')
        ? source.replaceAll(/\bchanges\b/g, 'writes').replaceAll(/\n\s*/g, '\n  // a word\n')
        : source
    expect(await codeOf('users', edit)).toBe(await codeOf('users'))
  })

  test('code that no hash covers is rejected', async () => {
    const edit = (path: string, source: string): string =>
      path.endsWith('users/projection.ts')
        ? source
            .replace('{ usersTables }', '{ usersTables, LIMIT }')
            .replace('verified: false', 'verified: LIMIT > 1')
        : source
    await expect(codeOf('users', edit)).rejects.toThrow('LIMIT is in ./tables.ts, which no hash covers')
  })
})

describe('freezing', () => {
  test('puts a new version in the place of the one before, and never changes a version', () => {
    expect(faultOf(before, next())).toMatch('is not frozen yet: run npm run freeze.')
    const after = freeze(before, next())
    expect(after.map(({ model, version }) => [model, version])).toEqual([
      ['users', users.version + 1],
      ['audit', audit.version],
    ])
    expect(after[1]).toEqual(before[1])
    expect(faultOf(after, next())).toBeUndefined()
    expect(freeze(before, rewritten(users))).toEqual(before)
  })

  test('keeps one version of each read model, with a line for each fact', () => {
    expect(frozen.map(({ model }) => model)).toEqual(projections.map(({ name }) => name))
    expect(printReadModels(frozen)).toBe(stored)
    const linesOf = (state: State) => printReadModels(freeze([], state)).split('\n')
    const seen = { ...users, gives: { ...users.gives, 'SeatTaken 1': 'its rows' } }
    expect(linesOf(seen).length).toBe(linesOf(users).length + 1)
  })

  test('rejects a version below the newest one', () => {
    const after = freeze(before, next())
    expect(faultOf(after, users)).toMatch(`is older than ${users.version + 1}, which is frozen`)
    expect(freeze(after, { ...users, version: 1 })).toEqual(after)
  })

  test('an additive column keeps the version, and once frozen keeps its type', async () => {
    const wider = await now(withUsers({ additive }))
    expect(faultOf(before, wider)).toMatch('has an additive column that is not frozen yet')
    const after = freeze(before, wider)
    expect(faultOf(after, wider)).toBeUndefined()
    expect(faultOf(after, users)).toMatch(
      'since it was frozen: the additive columns users.seen, users.logins.',
    )
    const other = await now(withUsers({ additive: { ...additive, logins: 'bigint = 0' } }))
    expect(faultOf(after, other)).toMatch('since it was frozen: the additive columns users.logins.')
    expect(freeze(after, other)).toEqual(after)
  })
})

describe('`--same` accepts handlers with a reason', () => {
  /** The state of users with additive columns and one more handler. */
  const filling = async (type: string, also: Handler): Promise<State> =>
    rewritten(await now(alsoOn(type, also, withUsers({ additive }))))

  test('that only fill additive columns, also from facts that were not handled before', async () => {
    const counts: Handler = (given, changes) =>
      usersProjection.handlers['UserSignedUp']!(
        given,
        { ...changes, put: (table, row) => changes.put(table, { ...row, logins: 1 }) },
        undefined,
      )
    const wider = withUsers({ additive })
    const whole = { ...wider, handlers: { ...wider.handlers, UserSignedUp: counts } }
    const patched = ['EmailVerified', 'ConfirmationRequested'].map((type) => filling(type, sees))
    for (const planted of [rewritten(await now(whole)), ...(await Promise.all(patched))]) {
      const after = freeze(before, planted)
      expect(faultOf(after, planted)).toMatch(': its handlers.')
      expect(faultOf(accept(after, planted, 'they are seen'), planted)).toBeUndefined()
    }
  })

  test('that are written differently and do the same', () => {
    const after = accept(before, rewritten(users), 'written shorter')
    expect(faultOf(after, rewritten(users))).toBeUndefined()
    expect(faultOf(after, users)).toBeUndefined()
    expect(accept(after, users, 'again')).toEqual(after)
  })

  test('but not if rows, handled facts or erasure change, or without a reason', async () => {
    const verifies: Handler = ({ data }, changes) =>
      changes.patch('users', { id: data['userId'], verified: true })
    const forgets: Handler = (_, changes) =>
      changes.sweep((table) => ({ sql: `UPDATE ${table('users')} SET seen = NULL`, json: '{}' }))
    const refused = async (type: string, also: Handler, why = 'a reason') => {
      const planted = await filling(type, also)
      return () => accept(freeze(before, planted), planted, why)
    }
    expect(await refused('EmailVerified', verifies)).toThrow('the rows for EmailVerified 1')
    expect(await refused('ConfirmationRequested', verifies)).toThrow('it now handles ConfirmationRequested 1')
    expect(await refused('PersonErased', forgets)).toThrow('the rows for PersonErased 1')
    expect(await refused('EmailVerified', sees, ' ')).toThrow('Say why')
    expect(() => accept(before, { ...users, tables: 'others' }, 'a reason')).toThrow('its tables')
    expect(() => accept(before, next(), 'a reason')).toThrow('is not frozen yet')
  })
})
