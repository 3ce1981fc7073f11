import { readFile } from 'node:fs/promises'
import type { Finding } from './finding.ts'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import type { Platform } from '#platform/platform.ts'
import { checkAudit, type Looked } from '#projections/audit/check.ts'

const NAME = 'Audit logs'
const ALTERED = [
  'Somebody without the keys wrote to the database: change its password, look at its log, and build the entries anew: npm run ops -- projections build audit',
]

/** How far the last look found everything right. */
const lastLook = async (path: string): Promise<Looked | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Looked
  } catch {
    return undefined
  }
}

type Parts = Pick<Platform, 'config' | 'db' | 'eventStore' | 'codec'>

/**
 * Compares the entries of the audit logs with their events: what is new since the last look, or all with `--all`. The last look is
 * remembered beside the seals, outside the database; without seals it compares all.
 */
export const inspectAudit = async (
  { config: { SEAL_LEDGER }, ...parts }: Parts,
  { all }: { readonly all: boolean },
): Promise<Finding> => {
  const path = SEAL_LEDGER === undefined ? undefined : `${SEAL_LEDGER}.audit`
  const since = all || path === undefined ? undefined : await lastLook(path)
  const found = await checkAudit(parts, since)
  if (!found) return { name: NAME, text: 'not checked: no build of this version is active' }
  const { entries, faults, looked } = found
  if (faults.length > 0)
    return { name: NAME, text: 'do not fit their events', more: faults, advice: ALTERED, isWrong: true }
  if (path !== undefined && looked) writePrivateFile(path, `${JSON.stringify(looked)}\n`)
  return { name: NAME, text: `${entries} entries${since ? ' since the last look' : ''} fit their events` }
}
