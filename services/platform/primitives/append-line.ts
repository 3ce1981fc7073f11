import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Ends a line that a crash cut off, so that the next one has its own line. */
export const TORN = ' (torn)'

/** Appends one JSON line to a ledger and syncs it. Throws if it cannot be written to its end; `setting` names the ledger. */
export const appendLine = async (path: string, line: unknown, setting: string): Promise<void> => {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const isTorn = size > 0 && buffer.toString() !== '\n'
    // A single append, so that lines of several processes do not mix.
    const bytes = Buffer.from(`${isTorn ? `${TORN}\n` : ''}${JSON.stringify(line)}\n`)
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten < bytes.length) throw new Error(`${setting}: ${path} cannot be written to its end`)
    await file.sync()
    if (size === 0) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

/** A new file survives a crash only if its directory entry was synced. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
