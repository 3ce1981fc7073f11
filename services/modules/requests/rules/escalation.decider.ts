import { isEscalated, type AppliedRule, type ExistingRequest } from '#modules/requests/request.state.ts'
import { groupsOf, isNamed, type Quorum, type Signer } from './signing.decider.ts'

type Ruled = ExistingRequest & { readonly rule: AppliedRule }

/**
 * The rule and the people as they count at that time. Whoever is asked later may stand for each group of the rule, and counts as named where
 * it names people, also after they have signed and left. Their own groups count for nothing, so each signature still adds one at most.
 */
export const inForce = (
  state: Ruled,
  people: readonly Signer[],
  at: Date,
): { readonly rule: Quorum; readonly people: readonly Signer[] } => {
  const { who, escalate } = state.rule
  if (!escalate) return { rule: state.rule, people }
  const own = groupsOf(who)
  const isFurther = (person: Signer) => isEscalated(state, at) && isNamed(escalate.who, person)
  const asked = people.map((person) => ({
    ...person,
    groups: isFurther(person) ? own : person.groups.filter((id) => own.includes(id)),
  }))
  if (who === 'any' || !('participants' in who)) return { rule: state.rule, people: asked }
  const named = [...people.filter(isFurther), ...state.approvals].map(
    ({ participantId, inPlaceOf }) => inPlaceOf?.participantId ?? participantId,
  )
  return { rule: { ...state.rule, who: { participants: [...who.participants, ...named] } }, people: asked }
}
