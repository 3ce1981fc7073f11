import type { Query } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { historyMails, workspaceHistory } from '#contract/workspaces/audit.ts'
import {
  deletedWorkspaces,
  EXPORT_TYPES,
  historyCheckpoint,
  historyConsistency,
  historyExport,
  historyProof,
  MAX_ENTRIES,
  type ExportFormat,
  type HistoryTimeStamp,
  type HistoryWitness,
} from '#contract/workspaces/history-export.ts'
import type { Call, Routes, SentFile } from '#platform/http/http.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import type { Platform } from '#platform/platform.ts'
import { createStampedLogs, type StampedLog } from '#platform/time-stamps/stamped-logs.ts'
import { createWitnessedLogs, type Seen } from '#platform/witnesses/witnessed-logs.ts'
import { exportedLog, type ExportedEntry, type ExportedLog } from '#projections/audit/export-queries.ts'
import { consistencyOf, inclusionOf, treeOf } from '#projections/audit/proof-queries.ts'
import { historyMailsOf, historyOf } from '#projections/audit/queries.ts'
import { deletedWorkspacesOf, workspaceById } from '#projections/workspaces/queries.ts'
import { checkpointKeys, signCheckpoint } from './history-checkpoint.ts'
import type { AmountsOf } from './export/amounts.ts'
import { historyCsv } from './export/history-csv.ts'
import { historyLines, type Lines, type WordingsOf } from './history-lines.ts'
import { historyPdf } from './export/history-pdf.ts'
import { historyXlsx } from './export/history-xlsx.ts'
import { proofText, treeSigner } from './history-proofs.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isKept, lastMemberOfUser } from '#modules/workspaces/workspace.state.ts'
import { EXPORTS_BY_ACCOUNT } from '#modules/workspaces/workspaces.rates.ts'

/** In characters. File systems take names of 255 bytes. */
const NAME_LENGTH = 50

const beyondHead = (field: string) =>
  new Rejected('input.invalid', [{ field, problem: 'is beyond the newest entry' }])

type ExportCall = Call<typeof historyExport>

const filtersOf = (query: Query<typeof historyExport>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => name !== 'format' && value !== ''))

/** `audit-log-Praxis-Süd-120.csv`; with the id of a workspace whose name has no letter or digit. */
const exportName = (
  { id, name }: { readonly id: string; readonly name: string | null },
  sequence: number,
  format: ExportFormat,
): string => {
  const safe = (name ?? '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `audit-log-${[...safe].slice(0, NAME_LENGTH).join('') || id}-${sequence}.${format}`
}

const toWitness = ({ witness, signed, trouble, failingSince, contradictedAt }: Seen): HistoryWitness => ({
  name: witness.key.name,
  verifierKey: witness.verifierKey,
  size: signed?.size ?? null,
  at: signed?.at.toISOString() ?? null,
  trouble,
  since: failingSince?.toISOString() ?? null,
  contradictedAt: contradictedAt?.toISOString() ?? null,
})

const NO_STAMP = { authority: null, size: null, at: null, text: null, token: null }

const newestIn = ({ authority, size, at, text, token }: NonNullable<StampedLog['newest']>) => ({
  authority,
  size,
  at: at.toISOString(),
  text,
  token,
})

const toTimeStamp = ({ newest, trouble, failingSince }: StampedLog): HistoryTimeStamp => ({
  ...(newest ? newestIn(newest) : NO_STAMP),
  trouble,
  since: failingSince?.toISOString() ?? null,
})

/** What the signed entries of a log are about: provided by the module of Belege. */
export type Wordings = (
  workspaceId: string,
  entries: readonly ExportedEntry[],
  now: Date,
) => ReturnType<WordingsOf>

/** What an export has from the facts of requests. */
export type FromFacts = { readonly wordings: Wordings; readonly amounts: AmountsOf }

/** The audit log. Exports and checkpoints also work for a deleted workspace during its retention period. */
export const historyRoutes = (
  routes: Routes,
  platform: Platform,
  { wordings: wordingsOf, amounts }: FromFacts,
): void => {
  const { commands, config, db, throttle } = platform
  const keys = checkpointKeys(config)
  const trees = treeSigner(config)
  const witnessed = createWitnessedLogs(platform, trees.textOf)
  const stamped = createStampedLogs(platform)

  routes.query(workspaceHistory, ({ params, query }) => historyOf(db, params.id, query))

  routes.query(historyMails, async ({ params, query, raw }) => {
    const { items, nextCursor } = await historyMailsOf(db, params.id, query)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })

  /** Records the export. Checks the caller's membership in the state, because a deleted workspace has no participants. */
  const recordExport = async (
    { caller, contextOf, guard, now, params }: ExportCall,
    format: ExportFormat,
  ) => {
    const { userId } = caller
    await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(params.id),
      workspaceId: params.id,
      context: contextOf({ kind: 'user', userId, role: 'admin' }),
      guard: (state) => guard(isKept(state, now) ? lastMemberOfUser(state, userId) : undefined, true),
      command: { type: 'ExportHistory', format, now },
      beforeAppend: runOnce(() => throttle.require(EXPORTS_BY_ACCOUNT, userId, now)),
    })
  }

  const partsOf = (call: ExportCall, log: ExportedLog, timezone: string, name: string | null) => {
    const { params, query, now, language } = call
    const filters = filtersOf(query)
    const claims = { workspaceId: params.id, ...log.head, at: now.toISOString() }
    const sign = (lines: Lines | null = null) =>
      signCheckpoint(keys[0], { ...claims, export: lines && { filters, ...lines } })
    const parts: { readonly [format in ExportFormat]: () => SentFile['parts'] } = {
      csv: () => historyCsv(log, { language, timezone }, amounts, sign),
      xlsx: () => historyXlsx(log, { checkpoint: sign(), filters, language, name, timezone }, amounts),
      jsonl: () => historyLines(log, (entries) => wordingsOf(params.id, entries, now), sign),
      pdf: () => historyPdf(log, { checkpoint: sign(), filters, language, name, timezone }),
    }
    return parts[query.format]()
  }

  routes.file(historyExport, async (call) => {
    const { params, query, now } = call
    const workspace = await workspaceById(db, params.id, now)
    if (!workspace) throw new Rejected('workspace.not-found')
    const log = await exportedLog(db, params.id, query)
    const most = MAX_ENTRIES[query.format]
    if (most !== undefined && (await log.count(most + 1)) > most)
      throw new Rejected('history.too-long', [{ field: 'format', most }])
    await recordExport(call, query.format)
    return {
      type: EXPORT_TYPES[query.format],
      name: exportName(workspace, log.head.sequence, query.format),
      parts: partsOf(call, log, workspace.timezone, workspace.name),
    }
  })

  routes.query(historyCheckpoint, async ({ params, now }) => {
    const tree = await treeOf(db, params.id)
    const head = { sequence: tree.size, hash: tree.hash }
    const claims = { workspaceId: params.id, ...head, at: now.toISOString(), export: null }
    const seen = await witnessed.seenOf(params.id)
    const lines = seen.flatMap(({ signed }) =>
      signed && signed.size === tree.size && signed.root.equals(tree.root) ? signed.line : [],
    )
    return {
      ...signCheckpoint(keys[0], claims),
      keys: keys.map(({ id, publicKey }) => ({ id, publicKey })),
      note: trees.checkpoint(params.id, tree, lines),
      verifierKeys: trees.verifierKeys(params.id),
      witnesses: seen.map(toWitness),
      timeStamp: stamped.isOn ? toTimeStamp(await stamped.logOf(params.id)) : null,
    }
  })

  routes.query(historyProof, async ({ params: { id }, query: { sequence } }) => {
    const tree = await treeOf(db, id)
    if (sequence > tree.size) throw beyondHead('sequence')
    // Somebody who trusts a witness needs a checkpoint that it has signed.
    const covering = await witnessed.covering(id, sequence)
    const { entry, proof } = await inclusionOf(db, id, covering ?? tree, sequence)
    return {
      entry,
      proof: proofText(sequence, proof, trees.checkpoint(id, covering ?? tree, covering?.lines)),
    }
  })

  routes.query(historyConsistency, async ({ params: { id }, query: { from, to } }) => {
    const { size } = await treeOf(db, id)
    if (to > size) throw beyondHead('to')
    if (from > to) throw new Rejected('input.invalid', [{ field: 'from', problem: 'is larger than to' }])
    const proved = await consistencyOf(db, id, from, to)
    const [fromRoot, toRoot, ...hashes] = [proved.from.root, proved.to.root, ...proved.proof].map((hash) =>
      hash.toString('base64'),
    )
    return { fromRoot: fromRoot!, toRoot: toRoot!, hashes }
  })

  routes.query(deletedWorkspaces, ({ caller, now }) => deletedWorkspacesOf(db, caller.userId, now))
}
