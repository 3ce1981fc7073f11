import { groupList, removeGroup, writeGroup } from '#contract/workspaces/approving/groups.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { groupsOf } from '#projections/workspaces/group-queries.ts'
import { askingCommands } from '#modules/workspaces/workspace-commands.ts'
import { groupReply } from '#modules/workspaces/workspace-reply.ts'
import { groupLooks } from './group-looks.ts'

export const groupRoutes = (routes: Routes, platform: Platform): void => {
  const { config, db } = platform
  const asking = askingCommands(platform)

  routes.query(groupList, async ({ params }) => [...(await groupsOf(db, params.workspaceId))])

  routes.command(writeGroup, (call) => {
    const { body, commandId, now } = call
    const { workspaceId: id } = call.params
    const { name, participantIds } = body
    const groupId = body.id ?? derivedId(commandId, 'group')
    const looks = groupLooks(config.ADDRESS_KEY, id, name)
    const isNew = body.id === undefined
    const what = { groupId, isNew, name, looks, participantIds, isApproved: false, now }
    return asking(
      { ...call, params: { id } },
      {
        command: { type: 'WriteGroup', ...what },
        reply: (done) => groupReply(platform, done, groupId),
      },
    )
  })

  routes.command(removeGroup, (call) =>
    asking(
      { ...call, params: { id: call.params.workspaceId } },
      { command: { type: 'RemoveGroup', groupId: call.body.id }, reply: () => () => ({}) },
    ),
  )
}
