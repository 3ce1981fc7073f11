import { fileContent, type UploadedFile } from '#contract/requests/files.ts'
import { download } from '../api/download.ts'

/** The server has sent other bytes than those that are signed. */
export class OtherFile extends Error {}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** As the server tells it. */
export const sha256Of = async (file: Blob): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))

/** Downloads a file and compares its hash. Throws OtherFile and ApiError. */
export const readFile = async ({ id, sha256 }: UploadedFile, signal: AbortSignal): Promise<Blob> => {
  const { file } = await download(fileContent, { params: { id }, signal }, () => {})
  if ((await sha256Of(file)) !== sha256) throw new OtherFile('the file has another hash')
  return file
}
