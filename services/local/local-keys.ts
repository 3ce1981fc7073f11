import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import { UserFacingError } from './user-facing-error.ts'

const names = [
  'JWT_SECRET',
  'TOKEN_SECRET',
  'MASTER_KEY',
  'ADDRESS_KEY',
  'PASSWORD_KEY',
  'CHECKPOINT_KEY',
  'THROTTLE_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_PASSWORD',
] as const
export type LocalKeys = Readonly<Record<(typeof names)[number], string>>

const read = (file: string): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new UserFacingError(`The keys in ${file} cannot be read. Restore the file from a backup.`, {
      cause,
    })
  }
}

/**
 * Returns the keys of a data folder (base64url of 32 bytes each), and creates missing ones in a new folder. They
 * are on disk before the first fact. Sealed data is unreadable without them, so lost keys are never replaced.
 */
export const localKeys = (folder: string): LocalKeys => {
  const file = join(folder, 'keys.json')
  const isNew = !existsSync(file)
  if (isNew && existsSync(join(folder, 'postgres')))
    throw new UserFacingError(
      `There is a database in ${folder}, but its keys (${file}) are missing. Restore the file from a backup.`,
    )
  const kept = isNew ? {} : read(file)
  const made = names.filter((name) => !kept[name])
  const keys = {
    ...kept,
    ...Object.fromEntries(made.map((name) => [name, randomBytes(32).toString('base64url')])),
  }
  if (made.length > 0) writePrivateFile(file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys as LocalKeys
}
