import type { Readable } from 'node:stream'
import { Rejected } from '#contract/errors.ts'
import { fileContent, MAX_FILE_BYTES, uploadFile } from '#contract/requests/files.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceAccess } from '#modules/requests/participants.ts'
import { fileName } from './file-name.ts'
import { createFiles } from './files.ts'
import { visibleFile } from './visible-file.ts'
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
  const { throttle } = platform
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

  routes.file(fileContent, async ({ params, caller, now, raw }) => {
    const file = await visibleFile(platform, { id: params.id, callerId: caller.userId, now })
    const [name, parts] = [await files.nameOf(file), await files.read(file)]
    if (name === null || !parts) throw new Rejected('file.not-found')
    void raw.reply.header('Content-Security-Policy', POLICY).header('Content-Length', file.size)
    return { type: file.type, name, parts }
  })
}
