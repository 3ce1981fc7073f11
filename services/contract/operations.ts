import Type, { type Static } from 'typebox'
import { nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One build of a read model: a set of its tables. */
export const ReadModelBuild = Type.Object(
  {
    model: Type.String(),
    /** Such as `users_3`. */
    build: Type.String(),
    version: Type.Integer(),
    /** held: it is read, and a part of it waits for a newer program. */
    state: Type.Union([
      Type.Literal('active'),
      Type.Literal('building'),
      Type.Literal('ready'),
      Type.Literal('previous'),
      Type.Literal('held'),
    ]),
    /** Is read by itself as soon as it is up to date. */
    promotes: Type.Boolean(),
    /** Only to be compared with others of the same event store. */
    position: nullable(Type.Integer()),
    /** Facts that it lacks; with EventStoreDB 1,000 when there are as many or more. */
    lagFacts: Type.Integer(),
    /** 0 to 1 */
    share: Type.Number(),
    secondsLeft: nullable(Type.Integer()),
    bytes: Type.Integer(),
    /** Facts that stand aside until somebody corrects what refuses them. */
    parked: Type.Integer(),
    /** Facts that a newer program takes up. */
    held: Type.Integer(),
  },
  { $id: 'ReadModelBuild' },
)
export type ReadModelBuild = Static<typeof ReadModelBuild>

export const ReadModelBuilds = Type.Object({ items: Type.Array(ReadModelBuild) })

export const listReadModels = endpoint({
  operation: 'operations.projections',
  summary: 'Every build of every read model, oldest first',
  method: 'GET',
  path: '/operations/projections',
  access: 'super admin',
  // What stands beside the read models is no read model.
  readModels: [],
  status: 200,
  reply: ReadModelBuilds,
  errors: [],
})

/** A read model, or one of its builds. */
const NameParams = Type.Object({ name: Type.String({ pattern: '^[a-z]{1,40}(_[0-9]{1,9})?$' }) })

/** What the steps have in common: all of them answer the builds of the read model. */
const step = <const Step extends string>(name: Step) =>
  ({
    operation: `operations.projections-${name}`,
    method: 'POST',
    path: `/operations/projections/{name}/${name}`,
    access: 'super admin',
    // What stands beside the read models is no read model.
    readModels: [],
    command: true,
    params: NameParams,
    status: 200,
    reply: ReadModelBuilds,
    errors: ['read-model.not-found', 'read-model.refused'],
  }) as const

export const buildReadModel = endpoint({
  ...step('build'),
  summary: 'Begins a fresh build, or goes on with one that is unfinished',
})
export const promoteReadModel = endpoint({
  ...step('promote'),
  summary: 'Lets a build be read: the one named, else the newest',
})
export const rollBackReadModel = endpoint({
  ...step('rollback'),
  summary: 'Lets the build be read that was read before',
})
export const retireReadModel = endpoint({
  ...step('retire'),
  summary: 'Drops a build: the one named, else the only one that is not read',
})
export const retryReadModel = endpoint({
  ...step('retry'),
  summary: 'Tries again what stands aside in the build that is read',
})
