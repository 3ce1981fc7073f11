import type { RequestEvent } from '#modules/requests/request.events.ts'
import { idsOf, isOpen, type DataOf, type ExistingRequest } from '#modules/requests/request.state.ts'
import { hasRule, signingOf, type RuledRequest } from './by-rule.decider.ts'
import { emptyGroups, lacking, type Signer } from './signing.decider.ts'

/** What becomes of a request that too few people can decide; part of `request.decider.ts`. */

/** Looks at the rule of a request again, because who may decide in the workspace has changed. */
export type JudgeRule = {
  readonly type: 'JudgeRule'
  readonly people: readonly Signer[]
  /** At which these people may decide. */
  readonly workspaceRevision: number
  readonly at: Date
}

const close = (state: ExistingRequest): RequestEvent[] => [
  { type: 'RequestClosed', data: { ...idsOf(state), reason: 'approver-unavailable' } },
]

/** Enough people must be there now: those who are asked later count from then on. */
const unpark = ({ people, workspaceRevision, at }: JudgeRule, state: RuledRequest): RequestEvent[] =>
  lacking(signingOf(state, people, at)) > 0
    ? []
    : [{ type: 'RequestUnparked', data: { ...idsOf(state), workspaceRevision } }]

/**
 * Ends a request whose rule nobody can fulfil any more, also not with those who are asked later; or parks it where the rule says so. Asks
 * as soon as enough people can decide one that was parked.
 */
export const judgeRule = (command: JudgeRule, state: ExistingRequest): RequestEvent[] => {
  if (state.kind !== 'pending' || !hasRule(state)) return []
  const { people, workspaceRevision, at } = command
  if (state.isParked) return isOpen(state, at) ? unpark(command, state) : []
  const signing = signingOf(state, people, state.expiresAt)
  const missing = lacking(signing)
  if (missing === 0) return []
  if (!state.rule.park) return close(state)
  if (!isOpen(state, at)) return []
  const groups = [...emptyGroups(signing)]
  return [{ type: 'RequestParked', data: { ...idsOf(state), workspaceRevision, missing, groups } }]
}

/** What a request says beside its creation that too few people can decide then. */
export const parkedFirst = (
  ids: Pick<DataOf<'RequestParked'>, 'requestId' | 'workspaceId' | 'workspaceRevision'>,
  lacks: { readonly missing: number; readonly groups: readonly string[] } | null,
): RequestEvent[] =>
  lacks === null
    ? []
    : [
        {
          type: 'RequestParked',
          data: { ...ids, missing: lacks.missing, groups: [...lacks.groups], fromTheStart: true },
        },
      ]
