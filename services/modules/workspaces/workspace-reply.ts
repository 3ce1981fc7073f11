import type { Participant, Workspace } from '#contract/workspaces.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { previewRows } from '#projections/preview.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { participantByAddress, workspaceById } from '#projections/workspaces/queries.ts'
import {
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type WorkspaceRow,
} from '#projections/workspaces/shapes.ts'
import { workspaceStream } from './workspace.events.ts'

/** What a command on a workspace came to, and how to answer it. */
export type Done = {
  readonly workspaceId: string
  readonly position: Position | null
  /** The same answer again is due, whatever happened since. */
  readonly repeated: boolean
  readonly now: Date
}

const PAGE = 1_000

/** The workspace's facts up to `position`, which is where the command left it. */
const factsUntil = async (
  { codec, eventStore }: Platform,
  workspaceId: string,
  position: Position,
): Promise<readonly Fact[]> => {
  const facts: Fact[] = []
  for (;;) {
    const events = await eventStore.readStream(workspaceStream(workspaceId), {
      from: facts.length,
      max: PAGE,
    })
    facts.push(...(await codec.decode(events.filter((event) => event.position <= position))))
    if (events.length < PAGE || events.at(-1)!.position >= position) return facts
  }
}

const rowAt = async <Row>(
  platform: Platform,
  { workspaceId, position }: Done,
  table: 'workspaces' | 'participants',
  isIt: (row: Row) => boolean,
): Promise<Row> => {
  const facts = position === null ? [] : await factsUntil(platform, workspaceId, position)
  const rows = previewRows(workspacesProjection, facts, table) as readonly unknown[] as readonly Row[]
  const row = rows.find(isIt)
  if (!row) throw new Error(`the facts of a command do not add up to what it answers in ${table}`)
  return row
}

/** The workspace after a command: from the read model, or from the facts while that is behind or further on. */
export const workspaceReply =
  (platform: Platform, done: Done) =>
  async (behind: boolean): Promise<Workspace> => {
    const { workspaceId, repeated, now } = done
    const known = behind || repeated ? undefined : await workspaceById(platform.db, workspaceId, now)
    if (known) return known
    const isIt = ({ id }: WorkspaceRow) => id === workspaceId
    return toWorkspace(await rowAt(platform, done, 'workspaces', isIt), now)
  }

/** The participant with this address after a command, likewise. */
export const participantReply =
  (platform: Platform, done: Done, addressHash: string) =>
  async (behind: boolean): Promise<Participant> => {
    const { workspaceId, repeated, now } = done
    const known =
      behind || repeated
        ? undefined
        : await participantByAddress(platform.db, { workspaceId, addressHash }, now)
    if (known) return known
    const isIt = (row: ParticipantRow) => row.address_hash === addressHash
    return toParticipant(await rowAt(platform, done, 'participants', isIt), now)
  }
