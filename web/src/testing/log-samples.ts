import type { Reply } from '#contract/endpoint.ts'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import type {
  historyCheckpoint,
  HistoryTimeStamp,
  HistoryWitness,
} from '#contract/workspaces/history-export.ts'
import { idOf, ids } from './samples.ts'

/** The `number` is the sequence in the log. */
export const entryOf = (number: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  sequence: number,
  id: idOf(400 + number),
  at: '2026-03-01T12:00:00.000Z',
  action: 'request.created',
  actor: { userId: ids.user, email: 'me@example.com', role: 'admin' },
  target: { kind: 'request', id: ids.request, label: 'Request 1' },
  changes: [],
  outcome: 'ok',
  ip: '192.0.2.7',
  device: null,
  requestId: null,
  assurance: null,
  hash: String(number).padStart(64, 'a'),
  previousHash: number === 1 ? null : String(number - 1).padStart(64, 'a'),
  mails: null,
  ...changes,
})

/** The checkpoint of a log of seven entries. */
export const checkpointOf = (
  witnesses: readonly HistoryWitness[] = [],
  timeStamp: HistoryTimeStamp | null = null,
): Reply<typeof historyCheckpoint> => ({
  content: {
    v: 1,
    kind: 'history-checkpoint',
    workspaceId: ids.workspace,
    sequence: 7,
    hash: 'ab'.repeat(32),
    at: '2026-03-01T12:00:00.000Z',
    keyId: '0123456789abcdef',
    export: null,
  },
  signature: 'S'.repeat(86),
  publicKey: 'K'.repeat(43),
  keys: [],
  note: 'note',
  verifierKeys: [],
  witnesses: [...witnesses],
  timeStamp,
})
