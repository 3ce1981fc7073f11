import { type Kind } from '#contract/requests/kinds.ts'
import { kindList, writeKind } from '#contract/requests/writing-kinds.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Rate } from '#platform/limits/throttle.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import { kindById, kindOf, kindsIn, type KindRow } from '#projections/requests/kind-queries.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { companyOf } from '#modules/requests/rules/people.ts'
import { ruleProblems } from '#modules/requests/rules/valid-rules.ts'
import { workspaceAccess } from '#modules/requests/participants.ts'
import { kindDecider } from './kind.decider.ts'
import { kindsStream } from './kind.events.ts'
import { createKinds, withBuiltIn } from './kinds.ts'

/** Each write stays for ever. */
const WRITES_BY_WORKSPACE: Rate = { door: 'kinds', limit: 60, windowMs: 3_600_000 }

export const kindRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, db, throttle } = platform
  const kinds = createKinds(platform)

  routes.query(kindList, async ({ params: { workspaceId } }) => [
    ...withBuiltIn(workspaceId, await kindsIn(db, workspaceId)),
  ])

  routes.command(writeKind, async (call) => {
    const { body, commandId, now, params } = call
    const { workspaceId } = params
    const access = await workspaceAccess(platform, workspaceId, call)
    await access.admit({ again: true })
    const { id, ...written } = body
    const kindId = id ?? derivedId(commandId, 'kind')
    const stream = kindsStream(workspaceId)
    let current: Kind | undefined
    const { events, position, repeated } = await commands.execute({
      decider: kindDecider,
      stream,
      workspaceId,
      context: access.context,
      async command(state) {
        const { workspace } = await access.admit()
        const known = await kinds.all(workspaceId, state)
        current = known.find((kind) => kind.id === kindId)
        const isNew = id === undefined
        const ruleFaults = ruleProblems(written.rules, written.fields, companyOf(workspace))
        const isProtected = workspace.kind === 'open' && workspace.peopleProtected
        const write = { workspaceId, kindId, isNew, written, known, ruleFaults, isProtected }
        return { type: 'WriteKind' as const, ...write }
      },
      beforeAppend: runOnce(() => throttle.require(WRITES_BY_WORKSPACE, workspaceId, now)),
    })
    // It is as it was, so there may be no row of it.
    if (current && events.length === 0 && !repeated) {
      const { retired: _, ...unchanged } = { retired: [], ...current }
      return { position, reply: () => unchanged }
    }
    return {
      position,
      reply: (behind) =>
        afterCommand(
          platform,
          { stream, position, repeated, now },
          {
            behind,
            read: () => kindById(db, kindId),
            projection: requestsProjection,
            table: 'request_kinds',
            isIt: (row: KindRow) => row.id === kindId,
            shape: (row) => kindOf(row)!,
          },
        ),
    }
  })
}
