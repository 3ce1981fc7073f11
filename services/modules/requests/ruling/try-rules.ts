import type { Body } from '#contract/endpoint.ts'
import { MOST_NEEDED } from '#contract/requests/rules/most-needed.ts'
import { ruleText } from '#contract/requests/rules/rule-text.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import type { RuleTrial, tryRules } from '#contract/requests/rules/trying-rules.ts'
import type { Platform } from '#platform/platform.ts'
import { approversAmong } from '#projections/requests/approver-queries.ts'
import { marked, peopleFilledBy } from '#projections/requests/name-queries.ts'
import { fillKind } from '#modules/requests/kinds/filling.ts'
import { createKinds } from '#modules/requests/kinds/kinds.ts'
import { builtInId } from '#modules/requests/kinds/built-in-kinds.ts'
import { eligibleApprovers } from '#modules/requests/participants.ts'
import { createRunFields } from '#modules/requests/payment-run/run-fields.ts'
import type { FilledKind } from '#modules/requests/request.state.ts'
import { countOf, type Quorum, type Signer } from '#modules/requests/rules/signing.decider.ts'
import type { Joined, WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { findRuling, type Ruling } from './apply-rule.ts'
import { hasBefore } from './call-before.ts'

type Tried = {
  readonly body: Body<typeof tryRules>
  readonly workspaceId: string
  readonly workspace: WorkspaceState
  readonly requester: Joined
  /** Whose files the example may name. */
  readonly callerId: string
  readonly now: Date
}
type Asked = {
  readonly ruling: Ruling | null
  readonly eligible: readonly Signer[]
  readonly quorum: Quorum
  readonly lacks: Ruling['lacks']
}

/** Without a rule, it is as if one said: one of those whom the request names. */
const byRequester = ({ body, workspace, requester }: Tried): Asked => {
  const { approverId = null, anyApprover } = body
  const isNamed = approverId !== null || anyApprover === true
  const eligible = isNamed
    ? eligibleApprovers(workspace, { requesterUserId: requester.userId, approverId })
    : []
  const lacks = { missing: isNamed && eligible.length === 0 ? 1 : 0, groups: [] }
  const signers = eligible.map((one) => ({ ...one, groups: [] }))
  return { ruling: null, eligible: signers, quorum: { who: 'any', count: 1 }, lacks }
}

const shownRule = async (
  { db }: Pick<Platform, 'db'>,
  ruling: Ruling | null,
  filled: FilledKind | null,
): Promise<Pick<RuleTrial, 'rule' | 'applied' | 'place'>> => {
  if (ruling === null) return { rule: null, applied: null, place: null }
  const { rule, groups, place } = ruling
  const named = typeof rule.who === 'object' && 'participants' in rule.who ? rule.who.participants : []
  const people = await peopleFilledBy(db, named)
  const names = {
    groups: Object.fromEntries(groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(
      Object.entries(people).map(([id, { name, email }]) => [id, name ?? email ?? id]),
    ),
    fields: Object.fromEntries((filled?.fields ?? []).map(({ name, label }) => [name, label])),
  }
  return { rule: ruleText(rule, names, 'en'), applied: { rule, groups: [...groups] }, place }
}

/** Says which rule would hold for an example and who would be asked, by what `create` and `prepare` use. Writes nothing. */
export const createTrials = (platform: Platform) => {
  const { db } = platform
  const kinds = createKinds(platform)
  const runFields = createRunFields(platform)

  const fillIn = async (
    { body, workspaceId, workspace, callerId: userId }: Tried,
    kind: Kind | undefined,
  ): Promise<FilledKind | null> => {
    const { kindId, fields = {}, files = [] } = body
    const isRun = kindId === builtInId(workspaceId, 'payment-run') && Object.hasOwn(fields, 'run')
    const wanted = { workspaceId, userId, requestId: null }
    const values = isRun ? await runFields({ kindId, fields, files }, wanted) : fields
    return fillKind({ kindId, fields: values, files, isExample: true }, kind, workspace)
  }

  const askedFor = async (
    tried: Tried,
    kind: Kind | undefined,
    filled: FilledKind | null,
  ): Promise<Asked> => {
    const { body, workspaceId, workspace, requester } = tried
    const ruling =
      body.type === 'verification'
        ? null
        : await findRuling(platform, { workspaceId, workspace, requester, kind, filled })
    if (ruling === null) return byRequester(tried)
    return { ruling, eligible: ruling.eligible, quorum: ruling.rule, lacks: ruling.lacks }
  }

  const beforeOf = async ({ ruling, eligible }: Asked, { requester, now }: Tried) => {
    if (ruling === null) return null
    const { rule } = ruling
    const deciders = eligible.map(({ userId }) => userId)
    const isThere = await hasBefore(platform, { rule, requesterUserId: requester.userId, deciders, now })
    return isThere ? null : rule.before
  }

  return async (tried: Tried): Promise<RuleTrial> => {
    const { workspaceId, requester, now } = tried
    const kind = await kinds.find(workspaceId, tried.body.kindId)
    const filled = await fillIn(tried, kind)
    const asked = await askedFor(tried, kind, filled)
    const { ruling, eligible, quorum, lacks } = asked
    const ids = eligible.map(({ participantId }) => participantId)
    const people = await approversAmong(db, ids, { workspaceId, userId: requester.userId }, now)
    const able = new Set(people.flatMap((one) => (one.hasDevice ? one.participantId : [])))
    const signing = eligible.filter(({ participantId }) => able.has(participantId))
    const isAsked = ruling !== null || ids.length > 0
    const lackingNow = isAsked ? quorum.count - countOf(quorum, signing) : 0
    const missing = {
      people: lacks.missing,
      groups: lacks.groups.map((id) => ruling?.groups.find((group) => group.id === id)?.name ?? id),
      devices: Math.max(0, lackingNow - lacks.missing),
      before: await beforeOf(asked, tried),
    }
    const shown = people.slice(0, MOST_NEEDED)
    return {
      ...(await shownRule(platform, ruling, filled)),
      count: quorum.count,
      who: shown.map(({ participantId, email, name, alike }) => ({
        participantId,
        email,
        name,
        ...marked(alike),
      })),
      total: ids.length,
      withoutDevice: shown.flatMap((one) => (one.hasDevice ? [] : one.participantId)),
      parks: lacks.missing > 0 && ruling?.rule.park === true,
      missing: missing.people + missing.devices > 0 || missing.before !== null ? missing : null,
    }
  }
}
