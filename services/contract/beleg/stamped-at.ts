import { fromBase64 } from '../evidence/bytes.ts'
import { BadStamp, verifyTimeStamp, type StampFault, type TimeStamp } from '../evidence/time-stamps.ts'
import { requireOneLog, treeInText, type Tree } from '../evidence/verify-proof.ts'
import type { BelegContent, BelegTimeStamp } from './beleg.ts'
import { prove } from './device-signatures.ts'
import { fault, type ReasonCode } from './verdict.ts'

/** The time stamps in a Beleg. */

const CODES: Readonly<Record<Exclude<StampFault, 'algorithm'>, ReasonCode>> = {
  unreadable: 'stamp-unreadable',
  imprint: 'stamp-imprint',
  nonce: 'stamp-imprint',
  certificate: 'stamp-certificate',
  purpose: 'stamp-purpose',
  expired: 'stamp-expired',
  signature: 'stamp-signature',
  authority: 'other-authority',
}

/** Throws unless what was stamped is a state of the log of the checkpoint, and has all entries. */
const requireOfLog = async (
  { text, proof }: BelegTimeStamp,
  { workspace, entries }: BelegContent,
  tree: Tree,
): Promise<void> => {
  const check = async () => {
    const stamped = treeInText(text)
    if (!stamped.origin.endsWith(`/history/${workspace.id}`)) fault('stamp-log')
    await requireOneLog(stamped, tree, proof)
    return stamped.size
  }
  const size = await prove(check(), 'stamp-log')
  if (entries.some(({ sequence }) => sequence > size)) fault('stamp-older')
}

/** Null for an algorithm that this program does not know. */
const verified = async (
  { text, token }: BelegTimeStamp,
  authorities: readonly string[],
): Promise<TimeStamp | null> => {
  const bytes = fromBase64(token) ?? fault('stamp-unreadable')
  try {
    return await verifyTimeStamp(bytes, text, { authorities })
  } catch (error) {
    const { fault: found } = error as BadStamp
    return found === 'algorithm' ? null : fault(CODES[found])
  }
}

/**
 * The stamps that hold, and whether there are others that this program cannot read. Throws `Fault`: with authorities, one of them must have
 * stamped it.
 */
export const stampsOf = async (
  content: BelegContent,
  tree: Tree,
  authorities: readonly string[],
): Promise<{ readonly stamps: readonly TimeStamp[]; readonly hasUnread: boolean }> => {
  const all: (TimeStamp | null)[] = []
  for (const stamp of content.timeStamps) {
    await requireOfLog(stamp, content, tree)
    all.push(await verified(stamp, authorities))
  }
  const stamps = all.filter((stamp) => stamp !== null)
  if (authorities.length > 0 && stamps.length === 0) fault('other-authority')
  return { stamps, hasUnread: stamps.length < all.length }
}
