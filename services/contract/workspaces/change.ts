import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable, words } from '../common.ts'
import { GivenName, Person } from '../person.ts'

/** What a change is: light, because the pages of an invitation load it too. `changes.ts` has the operations. */

export const CHANGE_STATES = ['pending', 'done', 'refused', 'withdrawn', 'expired', 'overtaken'] as const
export const ChangeState = words(CHANGE_STATES)
export type ChangeState = Static<typeof ChangeState>

/** What a change does, as the audit log says it once it is done. */
export const CHANGE_ACTIONS = [
  'workspace.settings-changed',
  'workspace.deleted',
  'participant.invited',
  'participant.rights-changed',
  'participant.promoted',
  'participant.activated',
  'participant.deactivated',
  'participant.removed',
  'participant.call-back-changed',
  'participant.absence-set',
  'group.written',
  'group.removed',
  'kind.written',
] as const
export const ChangeAction = words(CHANGE_ACTIONS)
export type ChangeAction = Static<typeof ChangeAction>

/** Why an approved change could not be done, or a pending one was closed. */
export const OVERTAKEN_BY = [
  /** The participant or the invitation is gone, or the invited person has joined. */
  'target-gone',
  /** It is so already. */
  'already',
  /** The admin who asked is no active admin any more. */
  'requester-gone',
  /** All seats are taken, or too many invitations are open. */
  'no-seat',
  /** Fewer than two active admins, or fewer than two with a usable device, would remain. */
  'too-few-admins',
  /** Another version of the kind was written meanwhile, or another kind has its name or the last place. */
  'outdated',
] as const
export const OvertakenBy = words(OVERTAKEN_BY)
export type OvertakenBy = Static<typeof OvertakenBy>

const ChangedField = Type.Object({
  /**
   * `peopleProtected`, `breakGlass`, `email`, `role`, `approver`, `requester`, `active`, `callBackNumber` or the `name` of a group (whose `before`
   * are always null), `absentFrom`, `absentUntil`, `deputies` or `participants`, the last two by ids; of a kind of request its
   * `version` (before null: a new one) and `kind`, its name, fields and rules.
   */
  field: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type ChangedField = Static<typeof ChangedField>

export const Change = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    action: ChangeAction,
    /** `label`: the address of the person, or the name of the workspace, group or kind; null once erased. */
    target: Type.Object({
      kind: words(['participant', 'workspace', 'group', 'kind']),
      id: Id,
      label: nullable(Type.String()),
      /** Of the person. */
      name: GivenName,
    }),
    /**
     * All that it changes. Removing or deactivating an admin also switches the protection off (`peopleProtected`) if fewer than two
     * active admins remain.
     */
    changes: Type.Array(ChangedField),
    /** Those whom `changes` name by their ids, as far as they are still there. */
    people: Type.Optional(Type.Array(Person)),
    /** The groups that the rules of a kind name, as they are called now; null once erased. */
    groups: Type.Optional(Type.Array(Type.Object({ id: Id, name: nullable(Type.String()) }))),
    requestedBy: Person,
    requestedAt: IsoTime,
    /** Seven days after it was asked for. */
    expiresAt: IsoTime,
    state: ChangeState,
    /** Who approved or refused it, or found it overtaken. */
    decidedBy: nullable(Person),
    /** When it left the state `pending`. */
    decidedAt: nullable(IsoTime),
    /** Set while `overtaken`. */
    overtakenBy: nullable(OvertakenBy),
  },
  { $id: 'Change' },
)
export type Change = Static<typeof Change>

/** The answer 202 of an operation that waits for a second admin. */
export const Waiting = Type.Object({ change: Change })
export type Waiting = Static<typeof Waiting>

/** Returns the change that an operation waits for; null if it has acted. */
export const waitingChange = (reply: unknown): Change | null =>
  typeof reply === 'object' && reply !== null && 'change' in reply ? (reply as Waiting).change : null
