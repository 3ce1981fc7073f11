import { fromHex, isRecord, isSame, parsed } from '#contract/evidence/bytes.ts'
import { partsOfLine } from '#contract/evidence/export-lines.ts'
import { broken } from '#contract/evidence/faults.ts'
import { leafHash, rootFromTheEnd } from '#contract/evidence/tree.ts'
import { treeInCheckpoint, type Tree } from '#contract/evidence/verify-proof.ts'
import { readKept } from './history-proofs.ts'

/** A kept checkpoint that witnesses signed, against an export: they sign trees, and an export has all leaves. */

export type KeptTree = {
  readonly note: string
  readonly tree: Tree
  /** Passes lines on, and takes the leaf of each once somebody has verified the line. */
  readonly lines: (lines: AsyncIterable<string>) => AsyncGenerator<string>
  /** Throws `BrokenHistory` unless the export of this workspace begins with the tree. */
  readonly requireRoot: (workspaceId: string) => Promise<void>
}

/** The tree in a kept answer of `history-checkpoint`. */
export const keptTree = async (file: string): Promise<KeptTree> => {
  const { note } = readKept(file)
  const tree = await treeInCheckpoint(note, null)
  const made = rootFromTheEnd(tree.size)
  return {
    note,
    tree,
    async *lines(lines) {
      for await (const line of lines) {
        yield line
        const parts = partsOfLine(line)
        const entry = parts && parsed(`${parts.text}}`)
        if (!isRecord(entry)) continue
        const index = Number(entry['sequence']) - 1
        if (index < tree.size) await made.add(index, await leafHash(fromHex(String(entry['hash']))!))
      }
    },
    async requireRoot(workspaceId) {
      if (!tree.origin.endsWith(`/history/${workspaceId}`)) broken('other-log')
      const root = await made.root()
      if (root === null || !isSame(root, tree.root)) broken('not-consistent')
    },
  }
}
