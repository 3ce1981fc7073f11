import { BELEG_DOMAIN, BELEG_KIND, BELEG_VERSION } from '#contract/beleg/beleg.ts'
import type {
  Beleg,
  BelegContent,
  BelegEntry,
  BelegPerson,
  BelegSignature,
  BelegTimeStamp,
  Evidence,
} from '#contract/beleg/beleg.ts'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import { Rejected } from '#contract/errors.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { createStampedLogs, type KeptStamp } from '#platform/time-stamps/stamped-logs.ts'
import type { Platform } from '#platform/platform.ts'
import { createWitnessedLogs } from '#platform/witnesses/witnessed-logs.ts'
import { peopleIn, provedEntries, type EntryRow, type FoundEntry } from '#projections/audit/beleg-queries.ts'
import { consistencyOf, type Tree } from '#projections/audit/proof-queries.ts'
import { enrolmentOf, withoutDevice, type Enrolment } from './enrolments.ts'

/** Signs Belege. Provided by the workspaces module. */
export type BelegSigners = {
  /** The key of exports. */
  readonly exportKey: { readonly publicKey: string; sign(text: string): string }
  /** The log of each workspace. */
  readonly log: {
    textOf(workspaceId: string, tree: Tree): string
    checkpoint(workspaceId: string, tree: Tree, lines: readonly string[]): string
    sign(text: string): string
    verifierKeys(workspaceId: string): readonly string[]
  }
}

/** Who decided in a fact, as a participant. */
type Decided = {
  readonly factId: string
  readonly participantId: string
  readonly onBehalfOf: string | null
}

/** What the facts of its subject say. */
export type Told = Pick<BelegContent, 'subject' | 'id' | 'request' | 'change' | 'erased'> & {
  /** Participant ids. */
  readonly named: readonly string[]
  readonly decided: readonly Decided[]
}

type Given = {
  readonly told: Told
  readonly tree: Tree
  readonly rows: readonly EntryRow[]
  readonly now: Date
}

const proofOf = (sequence: number, path: readonly Buffer[]): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `index ${sequence - 1}`,
    ...path.map((hash) => hash.toString('base64')),
    '',
  ].join('\n')

const asEntry = ({ path, evidence, ...entry }: FoundEntry): BelegEntry => ({
  ...entry,
  ...(evidence && { evidence: withoutDevice(evidence) }),
  proof: proofOf(entry.sequence, path),
})

type Signing = { readonly entry: FoundEntry; readonly decided: Decided; readonly enrolment: Enrolment }

const signatureOf = (
  { entry, decided, enrolment }: Signing,
  people: readonly BelegPerson[],
): BelegSignature => {
  const { device, voucherId } = enrolment
  const voucher = people.find(({ userId }) => userId !== null && userId === voucherId)
  return {
    sequence: entry.sequence,
    participantId: decided.participantId,
    userId: entry.actor.userId!,
    onBehalfOf: decided.onBehalfOf,
    device: { ...device, vouchedBy: voucher?.participantId ?? null },
  }
}

export const createBelegs = (
  platform: Pick<Platform, 'codec' | 'config' | 'db' | 'eventStore'>,
  { exportKey, log }: BelegSigners,
) => {
  const { codec, db, eventStore } = platform
  const witnessed = createWitnessedLogs(platform, log.textOf)
  const stamped = createStampedLogs(platform)

  const factsOf = async (userId: string): Promise<readonly Fact[]> =>
    codec.decodeBlind(await wholeStream(eventStore, userStream(userId)))

  const signingsOf = async (
    workspaceId: string,
    told: Told,
    entries: readonly FoundEntry[],
  ): Promise<Signing[]> => {
    const signed = entries.filter(({ evidence }) => evidence !== undefined)
    const users = [...new Set(signed.map(({ actor }) => actor.userId!))]
    const facts = new Map(
      await Promise.all(users.map(async (userId) => [userId, await factsOf(userId)] as const)),
    )
    return signed.map((entry) => {
      const { deviceId, publicKey } = entry.evidence as Evidence & { readonly deviceId: string }
      const own = facts.get(entry.actor.userId!)!
      return {
        entry,
        decided: told.decided.find(({ factId }) => factId === entry.id)!,
        enrolment: enrolmentOf(own, { deviceId, publicKey, at: entry.at }, workspaceId),
      }
    })
  }

  /** Null for a stamp over another history than that of now, which proves nothing of this one. */
  const stampIn = async (
    workspaceId: string,
    kept: KeptStamp,
    tree: Tree,
  ): Promise<BelegTimeStamp | null> => {
    const { text, token, size } = kept
    const [from, to] = size < tree.size ? [size, tree.size] : [tree.size, size]
    const trees = await consistencyOf(db, workspaceId, from, to)
    const { root } = [trees.from, trees.to].find((one) => one.size === size)!
    const isOfLog = text.endsWith(`/history/${workspaceId}\n${size}\n${root.toString('base64')}\n`)
    if (!isOfLog || !(await stamped.holds(kept))) return null
    return { text, token, proof: trees.proof.map((hash) => hash.toString('base64')) }
  }

  /** The earliest stamp that has all entries. */
  const stampsFor = async (
    workspaceId: string,
    tree: Tree,
    sizes: { readonly least: number; readonly most: number },
  ): Promise<BelegTimeStamp[]> => {
    for (const kept of await stamped.covering(workspaceId, sizes)) {
      const stamp = await stampIn(workspaceId, kept, tree)
      if (stamp) return [stamp]
    }
    return []
  }

  const sign = (content: BelegContent): Beleg => {
    const text = `${BELEG_DOMAIN}\n${canonicalText(content)}`
    return {
      kind: BELEG_KIND,
      v: BELEG_VERSION,
      content,
      signature: exportKey.sign(text),
      logSignature: log.sign(text),
    }
  }

  /** The text of the file. None is handed out that does not hold: throws `fact.altered`. */
  return async (workspace: BelegContent['workspace'], given: Given): Promise<string> => {
    const { told, rows, now } = given
    const newest = Math.max(...rows.map(({ sequence }) => Number(sequence)))
    // Somebody who trusts a witness needs a checkpoint that it has signed.
    const covering = await witnessed.covering(workspace.id, newest)
    const tree = covering ?? given.tree
    const entries = await provedEntries(db, workspace.id, tree, rows)
    const { named, decided: _, ...said } = told
    const signings = await signingsOf(workspace.id, told, entries)
    const people = await peopleIn(db, workspace.id, {
      participantIds: [...new Set(named)],
      userIds: signings.flatMap(({ enrolment }) => enrolment.voucherId ?? []),
    })
    const content: BelegContent = {
      ...said,
      workspace,
      at: now.toISOString(),
      people,
      signatures: signings.map((signing) => signatureOf(signing, people)),
      entries: entries.map(asEntry),
      checkpoint: log.checkpoint(workspace.id, tree, covering?.lines ?? []),
      timeStamps: await stampsFor(workspace.id, tree, { least: newest, most: given.tree.size }),
      publicKey: exportKey.publicKey,
      verifierKey: log.verifierKeys(workspace.id)[0]!,
    }
    const text = canonicalText(sign(content))
    const { result } = await verifyBeleg(text, { keys: [exportKey.publicKey] })
    if (result !== 'proved') throw new Rejected('fact.altered')
    return text
  }
}
