import Type, { type Static } from 'typebox'
import { nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One build of a read model, with its own set of tables. */
export const ReadModelBuild = Type.Object(
  {
    model: Type.String(),
    /** For example `users_3`. */
    build: Type.String(),
    version: Type.Integer(),
    /** `held`: active, but some lanes wait for a newer version of the program. */
    state: Type.Union([
      Type.Literal('active'),
      Type.Literal('building'),
      Type.Literal('ready'),
      Type.Literal('previous'),
      Type.Literal('held'),
    ]),
    /** Becomes active automatically once it is up to date. */
    promotes: Type.Boolean(),
    /** The build that it replaced: the only one that `rollback` makes active again. */
    follows: nullable(Type.String()),
    /** Only comparable within one event store. */
    position: nullable(Type.Integer()),
    /** Missing events. With EventStoreDB at most 1,000 are counted. */
    lagFacts: Type.Integer(),
    /** Progress from 0 to 1. */
    share: Type.Number(),
    secondsLeft: nullable(Type.Integer()),
    bytes: Type.Integer(),
    /** Events that a handler rejected, until an operator retries them. */
    parked: Type.Integer(),
    /** Events that need a newer version of the program. */
    held: Type.Integer(),
  },
  { $id: 'ReadModelBuild' },
)
export type ReadModelBuild = Static<typeof ReadModelBuild>

export const ReadModelBuilds = Type.Object({ items: Type.Array(ReadModelBuild) })

export const listReadModels = endpoint({
  operation: 'operations.projections',
  summary: 'Lists every build of every read model, oldest first',
  method: 'GET',
  path: '/operations/projections',
  access: 'super admin',
  // Builds are not stored in a read model.
  readModels: [],
  status: 200,
  reply: ReadModelBuilds,
  errors: [],
})

/** A read model, or one of its builds. */
const NameParams = Type.Object({ name: Type.String({ pattern: '^[a-z]{1,40}(_[0-9]{1,9})?$' }) })

/** The fields that all steps share. Each replies with the builds of the read model. */
const step = <const Step extends string>(name: Step) =>
  ({
    operation: `operations.projections-${name}`,
    method: 'POST',
    path: `/operations/projections/{name}/${name}`,
    access: 'super admin',
    readModels: [],
    command: true,
    params: NameParams,
    status: 200,
    reply: ReadModelBuilds,
    errors: ['read-model.not-found', 'read-model.refused'],
  }) as const

export const buildReadModel = endpoint({
  ...step('build'),
  summary: 'Starts a build, or resumes an unfinished one',
})
export const promoteReadModel = endpoint({
  ...step('promote'),
  summary: 'Makes a build active: the named one, else the newest',
})
export const rollBackReadModel = endpoint({
  ...step('rollback'),
  summary: 'Makes the previous build active again',
})
export const retireReadModel = endpoint({
  ...step('retire'),
  summary: 'Drops a build: the named one, else the only inactive one',
})
export const retryReadModel = endpoint({
  ...step('retry'),
  summary: 'Retries the parked events of the active build',
})
