import { Rejected } from '#contract/errors.ts'
import { changeNote, workspaceNote, type Note } from '#contract/workspaces/operator/notes.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { userById } from '#projections/users/queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { createNotes } from './note.store.ts'

/** Notes are rows and no events: nothing is decided by them, and what they say about people can be taken back. */
export const noteRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, db } = platform
  const notes = createNotes(platform)

  const requireOpen = async (workspaceId: string): Promise<void> => {
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    if (state.kind !== 'open') throw new Rejected('workspace.not-found')
  }

  const noteOf = async (workspaceId: string): Promise<Note> => {
    const note = await notes.find(workspaceId)
    if (!note) return { text: '', version: null, changedAt: null, changedBy: null }
    const { text, version, changedBy: userId, changedAt } = note
    const { email = null, name = null } = (await userById(db, userId)) ?? {}
    return { text, version, changedAt: changedAt.toISOString(), changedBy: { userId, email, name } }
  }

  routes.query(workspaceNote, async ({ params }) => {
    await requireOpen(params.id)
    return noteOf(params.id)
  })

  routes.command(changeNote, async ({ body, caller, commandId, now, params }) => {
    await requireOpen(params.id)
    const version = derivedId(commandId, 'note')
    const note = { version, text: body.text, changedBy: caller.userId, changedAt: now }
    if (!(await notes.write(params.id, note, body.version))) throw new Rejected('command.conflict')
    return { position: null, reply: () => noteOf(params.id) }
  })
}
