import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import { entryHash, GENESIS } from './chain.ts'
import type { AuditTables } from './tables.ts'
import { grownTree } from './tree.ts'

type Head = { readonly sequence: number; readonly hash: string; readonly peaks: readonly string[] }
/** The heads of logs, by workspace. */
export type Heads = Map<string, Head>

/** Puts the head of the chain and of the tree after one more fact of its workspace. */
export const advanceHead = (fact: Fact, changes: Changes<AuditTables>, heads: Heads): Head => {
  const workspaceId = fact.metadata.workspaceId!
  const before = heads.get(workspaceId) ?? { sequence: 0, hash: GENESIS, peaks: [] }
  const sequence = before.sequence + 1
  const hash = entryHash(before.hash, sequence, fact.id, fact.metadata.hash)
  const { peaks, kept } = grownTree(before, hash)
  const head = { sequence, hash, peaks }
  heads.set(workspaceId, head)
  changes.put('audit_heads', { workspace_id: workspaceId, ...head })
  for (const subtree of kept) changes.put('audit_subtrees', { workspace_id: workspaceId, ...subtree })
  return head
}
