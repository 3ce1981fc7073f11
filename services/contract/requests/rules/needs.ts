import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable, words } from '../../common.ts'
import { Person } from '../../person.ts'
import { Rule } from '../kinds.ts'
import { ASSURANCES } from '../request-words.ts'

/** How a request stands that several people may have to approve. */

/** The rule that held when it was made, with the names that its groups had. The signed content has its salted hash. */
export const AppliedRule = Type.Object({
  rule: Rule,
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

export const Needs = Type.Object({
  /** Approvals by different people. */
  count: Type.Integer(),
  /** Who may still approve, if the rule names people or groups; at most 20. Empty once it is decided. */
  of: Type.Array(Person),
  /** In English. */
  rule: Type.String(),
  /** Null once it is erased. */
  applied: nullable(AppliedRule),
})
export type Needs = Static<typeof Needs>

export const Decision = Type.Object({
  participant: Person,
  at: IsoTime,
  /** `session`: a decline. */
  assurance: words(ASSURANCES),
  approves: Type.Boolean(),
  /** For whom the person stood in. */
  onBehalfOf: nullable(Person),
})
export type Decision = Static<typeof Decision>
