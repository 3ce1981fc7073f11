import { useState } from 'react'
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_FILES_BYTES,
  uploadFile,
  type UploadedFile,
} from '#contract/requests/files.ts'
import { call } from '#shared/api/api.ts'
import { OtherFile, sha256Of } from '#shared/files/read-file.ts'

/** A file of a request that is not sent yet. */
export type Attached = { readonly workspaceId: string; readonly file: UploadedFile }
/** Where a file was chosen: the name of a field. */
type Place = { readonly by: string }
export type FileFault = Place & {
  readonly name: string
  readonly why: 'size' | 'total' | 'count' | { readonly error: unknown }
}

const faultOf = (file: File, others: readonly UploadedFile[]): 'size' | 'total' | 'count' | undefined => {
  if (file.size > MAX_FILE_BYTES) return 'size'
  if (others.length >= MAX_FILES) return 'count'
  return others.reduce((sum, { size }) => sum + size, file.size) > MAX_FILES_BYTES ? 'total' : undefined
}

const upload = async (workspaceId: string, file: File): Promise<UploadedFile> => {
  const form = new FormData()
  form.append('file', file)
  const uploaded = await call(uploadFile, { params: { workspaceId }, form })
  if ((await sha256Of(file)) !== uploaded.sha256) throw new OtherFile('other bytes arrived')
  return uploaded
}

/** Uploads files as they are chosen, one after the other. Files of another workspace wait until it is chosen again. */
export const useUploads = (workspaceId: string, first: readonly Attached[]) => {
  const [attached, setAttached] = useState(first)
  const [pending, setPending] = useState<readonly (Place & { readonly name: string })[]>([])
  const [faults, setFaults] = useState<readonly FileFault[]>([])
  const files = attached.flatMap((each) => (each.workspaceId === workspaceId ? each.file : []))

  /** Returns those that were uploaded. */
  const add = async (chosen: readonly File[], by: string): Promise<readonly UploadedFile[]> => {
    setFaults([])
    setPending((names) => [...names, ...chosen.map(({ name }) => ({ by, name }))])
    const added: UploadedFile[] = []
    for (const file of chosen) {
      const { name } = file
      try {
        const fault = faultOf(file, [...files, ...added])
        if (fault) {
          setFaults((all) => [...all, { by, name, why: fault }])
          continue
        }
        const uploaded = await upload(workspaceId, file)
        added.push(uploaded)
        setAttached((all) => [...all, { workspaceId, file: uploaded }])
      } catch (error) {
        setFaults((all) => [...all, { by, name, why: { error } }])
      } finally {
        setPending(([, ...names]) => names)
      }
    }
    return added
  }
  const remove = (id: string): void => setAttached((all) => all.filter(({ file }) => file.id !== id))
  return { attached, files, pending, faults, add, remove }
}
export type Uploads = ReturnType<typeof useUploads>
