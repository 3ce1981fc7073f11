import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/** Atomically writes a file that only this account may read, and syncs it to disk. */
export const writePrivateFile = (path: string, text: string): void => {
  const fresh = `${path}.${process.pid}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}
