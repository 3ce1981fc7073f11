import { BELEG_TYPES, changeBeleg, requestBeleg, type BelegFormat } from '#contract/beleg/beleg-files.ts'
import { Rejected } from '#contract/errors.ts'
import type { Request } from '#contract/requests/requests.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Routes, SentFile } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { rowsOfChange, rowsOfFacts, type EntryRow } from '#projections/audit/beleg-queries.ts'
import { treeOf } from '#projections/audit/proof-queries.ts'
import { requestFor } from '#projections/requests/queries.ts'
import { changeFor, secretOfChange } from '#projections/workspaces/change-queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { changeContent, namedInChange } from './change-beleg.ts'
import { belegPdf } from './paper/beleg-pdf.ts'
import { createBelegs, type BelegSigners, type Told } from './create-beleg.ts'
import { erasedIn, peopleOfRequest, requestContent, toldFacts } from './request-beleg.ts'

const isApproval = ({ action }: EntryRow) => action === 'change.approved'

const fileOf = async function* (text: string) {
  yield Buffer.from(text)
}

type Asked = { readonly format: BelegFormat; readonly language: 'de' | 'en' }

const asFile = async (text: string, id: string, { format, language }: Asked): Promise<SentFile> => {
  const name = `beleg-${id}`
  const proof = `${name}.json`
  if (format === 'json') return { type: BELEG_TYPES.json, name: proof, parts: fileOf(text) }
  return {
    type: BELEG_TYPES.pdf,
    name: `${name}.pdf`,
    parts: await belegPdf(text, { language, name: proof }),
  }
}

/** Who decides may not know the requester's answer before they gave their own. */
const refuseOpenCheck = ({ type, status }: Request): void => {
  if (type === 'verification' && status === 'pending')
    throw new Rejected('input.invalid', [{ field: 'id', problem: 'is a call check that is still open' }])
}

export const belegRoutes = (routes: Routes, platform: Platform, signers: BelegSigners): void => {
  const { codec, db, eventStore } = platform
  const belegOf = createBelegs(platform, signers)

  const workspaceOf = async (id: string, now: Date) => {
    const workspace = await workspaceById(db, id, now)
    if (!workspace) throw new Rejected('workspace.not-found')
    return { id, name: workspace.name, timezone: workspace.timezone }
  }

  routes.file(requestBeleg, async ({ params: { id }, query: { format = 'pdf' }, caller, language, now }) => {
    const request = await requestFor(db, id, caller.userId, now)
    if (!request) throw new Rejected('request.not-found')
    refuseOpenCheck(request)
    const { workspaceId } = request
    const events = await wholeStream(eventStore, requestStream(id))
    const facts = toldFacts(await codec.decode(events))
    const said = requestContent(facts, request)
    const tree = await treeOf(db, workspaceId)
    const rows = await rowsOfFacts(
      db,
      workspaceId,
      tree,
      facts.map((fact) => fact.id),
    )
    const told: Told = {
      subject: 'request',
      id,
      request: said,
      erased: erasedIn(said),
      named: peopleOfRequest(facts, said),
      decided: facts.flatMap(({ id: factId, data }) => {
        const { participantId = data['requesterId'], onBehalfOf = null } = data
        return [{ factId, participantId: participantId as string, onBehalfOf: onBehalfOf as string | null }]
      }),
    }
    const text = await belegOf(await workspaceOf(workspaceId, now), { told, tree, rows, now })
    return asFile(text, id, { format, language })
  })

  routes.file(changeBeleg, async ({ params: { id }, query: { format = 'pdf' }, caller, language, now }) => {
    const found = await changeFor(db, id, caller.userId, now)
    if (!found) throw new Rejected('change.not-found')
    if (!found.isAdmin) throw new Rejected('access.denied')
    const { change } = found
    const { workspaceId } = change
    const secret = await secretOfChange(db, id)
    const { content, isErased } = changeContent(change, secret)
    const tree = await treeOf(db, workspaceId)
    const rows = await rowsOfChange(db, workspaceId, tree, id)
    if (change.state === 'done' && !rows.some(isApproval)) throw new Rejected('read-model.behind')
    const told: Told = {
      subject: 'change',
      id,
      change: content,
      erased: isErased ? ['change'] : [],
      named: namedInChange(change),
      decided: rows.filter(isApproval).map(({ id: factId }) => ({
        factId,
        participantId: change.decidedBy!.participantId,
        onBehalfOf: null,
      })),
    }
    const text = await belegOf(await workspaceOf(workspaceId, now), { told, tree, rows, now })
    return asFile(text, id, { format, language })
  })
}
