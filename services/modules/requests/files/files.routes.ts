import type { Readable } from 'node:stream'
import { refusal } from '#contract/access.ts'
import { Rejected } from '#contract/errors.ts'
import { fileContent, MAX_FILE_BYTES, uploadFile } from '#contract/requests/files.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { requestFor } from '#projections/requests/queries.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { workspaceAccess } from '#modules/requests/participants.ts'
import type { FileRow } from './file.store.ts'
import { fileName } from './file-name.ts'
import { createFiles } from './files.ts'
import { UPLOADS_BY_ACCOUNT } from './files.rates.ts'
import { oneFile } from './one-file.ts'

/** Nothing in it runs or loads, should a browser ever show it as a page. */
const POLICY = `sandbox; default-src 'none'`
/** A client that sends more is cut off. Other clients finish sending, and then read the answer. */
const MOST_DRAINED = 2 * MAX_FILE_BYTES

type UploadCall = Call<typeof uploadFile>

/** The stream stays open when its reader stops, so that an answer can be sent. */
const bytesOf = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false })

const drain = async ({ request, reply }: UploadCall['raw']): Promise<void> => {
  const body = request.body as Readable | undefined
  let length = 0
  if (body)
    for await (const part of bytesOf(body)) {
      length += part.length
      if (length <= MOST_DRAINED) continue
      void reply.header('Connection', 'close')
      return
    }
}

export const fileRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, db, throttle } = platform
  const files = createFiles(platform)

  const upload = async (call: UploadCall) => {
    const { caller, commandId, now, params, query, raw } = call
    const { workspaceId } = params
    const { userId } = caller
    const access = await workspaceAccess(platform, workspaceId, call)
    await access.admit()
    await throttle.require(UPLOADS_BY_ACCOUNT, userId, now)
    const { headers, body } = raw.request as typeof raw.request & { readonly body: Readable | undefined }
    const type = headers['content-type'] ?? ''
    const sent = await oneFile({ type, name: query.name, body: body && bytesOf(body) })
    const length = Number(headers['content-length'] ?? MAX_FILE_BYTES)
    return files.upload(
      {
        id: derivedId(commandId, 'file'),
        workspaceId,
        userId,
        name: fileName(sent.name),
        size: Math.min(length, MAX_FILE_BYTES),
        bytes: sent.bytes,
      },
      now,
    )
  }

  routes.command(uploadFile, async (call) => {
    try {
      const file = await upload(call)
      return { position: null, reply: () => file }
    } catch (error) {
      if (error instanceof Rejected) await drain(call.raw)
      throw error
    }
  })

  /** The request that has the file shows it to everybody who sees the request. Its events say which files it has. */
  const showsIt = async (requestId: string, { id }: FileRow, callerId: string, now: Date) => {
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    if (state.kind === 'none' || !state.files.some((file) => file.id === id)) return false
    return (await requestFor(db, requestId, callerId, now)) !== undefined
  }

  const maySee = async (file: FileRow, callerId: string, now: Date): Promise<boolean> => {
    const { userId, workspaceId, requestId } = file
    if (requestId !== null) return showsIt(requestId, file, callerId, now)
    if (userId !== callerId) return false
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    return refusal('requester', memberOfUser(state, callerId)) === null
  }

  routes.file(fileContent, async ({ params, caller, now, raw }) => {
    const file = await files.find(params.id)
    if (!file || !(await maySee(file, caller.userId, now))) throw new Rejected('file.not-found')
    const [name, parts] = [await files.nameOf(file), await files.read(file)]
    if (name === null || !parts) throw new Rejected('file.not-found')
    void raw.reply.header('Content-Security-Policy', POLICY).header('Content-Length', file.size)
    return { type: file.type, name, parts }
  })
}
