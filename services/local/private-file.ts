import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only we may read, whole or not at all, and waits until it is on the disk. */
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
