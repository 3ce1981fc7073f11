import { writeKind } from '#contract/requests/writing-kinds.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { kindLook } from '#modules/workspaces/kinds/kind-look.ts'
import { changeIdOf, knowsChange } from '#modules/workspaces/protection/asking.ts'
import { askingCommands } from '#modules/workspaces/workspace-commands.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActive, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import type { KindWriter } from './kind-changes.ts'

/** Kinds of request are written at once, or by a second admin while people are protected: their rules say who decides. */
export const kindChangeRoutes = (routes: Routes, platform: Platform, kinds: KindWriter): void => {
  const { commands, config } = platform
  const asking = askingCommands(platform)

  const ask = async (call: Call<typeof writeKind>, plan: Awaited<ReturnType<KindWriter['plan']>>) => {
    const { body, commandId, params } = call
    const { workspaceId } = params
    const changeId = changeIdOf(call)(0)
    const kindId = body.id ?? derivedId(commandId, 'kind')
    return asking(
      { ...call, params: { id: workspaceId } },
      {
        command() {
          if (!plan) throw new Error('a repeated command was built again')
          const { version, after: definition } = plan
          return { type: 'ApproveKind', changeId, kindId, version, definition }
        },
        asks: plan
          ? {
              requestKind: {
                before: plan.before,
                look: kindLook(config.ADDRESS_KEY, workspaceId, { before: plan.before, after: plan.after }),
              },
            }
          : {},
        reply: () => () => {
          throw new Error('a kind was asked for and no change waits')
        },
      },
    )
  }

  routes.command(writeKind, async (call) => {
    const { body, caller, commandId, now, params } = call
    const { workspaceId } = params
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    const isProtected = state.kind === 'open' && state.peopleProtected
    if (knowsChange(state, changeIdOf(call)(0))) return ask(call, null)
    if (!isProtected) return kinds.write(call)
    call.guard(memberOfUser(state, caller.userId), isActive(state, now))
    const { id, ...definition } = body
    const kindId = id ?? derivedId(commandId, 'kind')
    const plan = await kinds.plan({ workspaceId, kindId, isNew: id === undefined, definition }, state)
    return plan ? ask(call, plan) : kinds.write(call)
  })
}
