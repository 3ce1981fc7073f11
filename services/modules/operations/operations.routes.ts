import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import {
  buildReadModel,
  listReadModels,
  promoteReadModel,
  retireReadModel,
  retryReadModel,
  rollBackReadModel,
} from '#contract/operations.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { BuildRefused } from '#projections/engine/builds/builds.ts'
import { projections } from '#projections/index.ts'
import {
  beginBuild,
  find,
  NameUnknown,
  promoteNamed,
  retireNamed,
  rollBack,
  type Named,
} from '#projections/operations/operations.ts'
import { overview } from '#projections/operations/overview.ts'
import { retryLanes } from '#projections/operations/retry.ts'
import { isTaken, StepTaken, type StepBy } from '#projections/engine/builds/steps.ts'
import { recordStep } from './record-steps.ts'

/** How long a promotion waits. A running projector keeps each build up to date, up to its current batch. */
const WITHIN_MS = 2_000

type Step = (named: Named, by: StepBy) => Promise<unknown>

const named = async ({ db }: Platform, name: string): Promise<Named> => {
  try {
    return await find(db, projections, name)
  } catch (error) {
    if (error instanceof NameUnknown)
      throw new Rejected('read-model.not-found', [{ field: 'name', problem: error.message }])
    throw error
  }
}

/** Does nothing if the same Idempotency-Key has taken this step before. */
const take = async (platform: Platform, { step, one, by }: { step: Step; one: Named; by: StepBy }) => {
  try {
    if (!(await isTaken(platform.db, by.id!))) await step(one, by)
  } catch (error) {
    if (error instanceof StepTaken) return
    if (!(error instanceof BuildRefused)) throw error
    throw new Rejected('read-model.refused', [
      { field: 'name', problem: error.message, refusal: error.refusal },
    ])
  }
}

/** Operations on read models for super admins, with the same rules as the command line. */
export const operationRoutes = (routes: Routes, platform: Platform): void => {
  const { db } = platform
  const way = { helps: false, withinMs: WITHIN_MS } as const

  routes.query(listReadModels, async () => ({ items: await overview(platform) }))

  const steps = [
    {
      endpoint: buildReadModel,
      step: ({ model }, by) => beginBuild(platform, model, { promotes: false, by }),
    },
    { endpoint: promoteReadModel, step: (one, by) => promoteNamed(platform, one, { ...way, by }) },
    { endpoint: rollBackReadModel, step: (one, by) => rollBack(platform, one, { ...way, by }) },
    { endpoint: retireReadModel, step: (one, by) => retireNamed(platform, one, by) },
    { endpoint: retryReadModel, step: ({ model }, by) => retryLanes(db, model.name, by) },
  ] satisfies readonly { readonly endpoint: Endpoint; readonly step: Step }[]
  for (const { endpoint, step } of steps)
    routes.command(endpoint, async ({ params, caller, commandId, requestId }) => {
      const one = await named(platform, params.name)
      const actor = { kind: 'user', userId: caller.userId, role: caller.role } as const
      await take(platform, { step, one, by: { id: commandId, actor, requestId } })
      const position = await recordStep(platform, commandId)
      return { position, reply: async () => ({ items: await overview(platform, one.model.name) }) }
    })
}
