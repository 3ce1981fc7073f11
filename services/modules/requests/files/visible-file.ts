import { refusal } from '#contract/access.ts'
import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { requestFor } from '#projections/requests/queries.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { createFileRows, type FileRow } from './file.store.ts'

type Services = Pick<Platform, 'commands' | 'db' | 'rowMacs'>
type Asked = { readonly id: string; readonly callerId: string; readonly now: Date }

/** The request that has the file shows it to everybody who sees the request. Its events say which files it has. */
const showsIt = async (
  { commands, db }: Services,
  requestId: string,
  { id, callerId, now }: Asked,
): Promise<boolean> => {
  const { state } = await commands.load(requestDecider, requestStream(requestId))
  if (state.kind === 'none' || !state.files.some((file) => file.id === id)) return false
  return (await requestFor(db, requestId, callerId, now)) !== undefined
}

const maySee = async (services: Services, file: FileRow, asked: Asked): Promise<boolean> => {
  const { userId, workspaceId, requestId } = file
  const { callerId } = asked
  if (requestId !== null) return showsIt(services, requestId, asked)
  if (userId !== callerId) return false
  const { state } = await services.commands.load(workspaceFold, workspaceStream(workspaceId))
  return refusal('requester', memberOfUser(state, callerId)) === null
}

/** A file that the caller may see: who uploaded it, until a request has it, and then those who see the request. Throws `file.not-found`. */
export const visibleFile = async (services: Services, asked: Asked): Promise<FileRow> => {
  const file = await createFileRows(services).find(asked.id)
  if (!file || !(await maySee(services, file, asked))) throw new Rejected('file.not-found')
  return file
}
