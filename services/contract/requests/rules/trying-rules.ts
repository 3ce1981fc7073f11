import Type, { type Static } from 'typebox'
import { Id, nullable, words } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { Person } from '../../person.ts'
import { FileIds } from '../files.ts'
import { FieldValues } from '../kinds.ts'
import { RequestType } from '../request-words.ts'
import { AppliedRule } from './needs.ts'

/** What would happen to a request that nobody makes. */
export const RuleTrial = Type.Object(
  {
    /** In English; null if no rule fits, so that the requester says who decides. */
    rule: nullable(Type.String()),
    applied: nullable(AppliedRule),
    /** Of the rule in its kind, from 1. */
    place: nullable(Type.Integer()),
    /** Approvals by different people. */
    count: Type.Integer(),
    /** Who would be asked now, at most 20; nobody if no rule fits and the request names nobody. */
    who: Type.Array(Person),
    /** How many they are altogether. */
    total: Type.Integer(),
    /** Participant ids of those in `who` who cannot sign before they have a device. */
    withoutDevice: Type.Array(Id),
    /** Whether such a request would wait until enough people can decide it: nobody would be asked. */
    parks: Type.Boolean(),
    /** Null if nothing is. */
    missing: nullable(
      Type.Object({
        /** How many more people the rule needs. Such a request is refused, or waits if the rule parks it. */
        people: Type.Integer(),
        /** Names of the groups in which nobody may decide it. */
        groups: Type.Array(Type.String()),
        /** How many of those who are asked must set up a device before the rule can be fulfilled. */
        devices: Type.Integer(),
        /** What must happen with one of those who decide before such a request is taken, and has not. */
        before: nullable(words(['call-check', 'call-back'])),
      }),
    ),
  },
  { $id: 'RuleTrial' },
)
export type RuleTrial = Static<typeof RuleTrial>

export const tryRules = endpoint({
  operation: 'rules.try',
  summary:
    'Which rule would hold for a request, and who would be asked. Takes the body of `requests.create`, of which title, lifetime and required fields may be missing. Nothing is written',
  method: 'POST',
  path: '/rules/try/{workspaceId}',
  access: 'active participant',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests', 'users', 'workspaces'],
  params: Type.Object({ workspaceId: Id }),
  body: Type.Object({
    type: Type.Optional(RequestType),
    /** Without one: a free text. */
    kindId: Type.Optional(Id),
    /** Those of a payment run may be given, too: then they are not read from its file. */
    fields: Type.Optional(FieldValues),
    files: Type.Optional(FileIds),
    approverId: Type.Optional(Id),
    anyApprover: Type.Optional(Type.Literal(true)),
    /** Who would ask. Default: the caller. Only an admin may name somebody else. */
    requesterId: Type.Optional(Id),
  }),
  status: 200,
  reply: RuleTrial,
  errors: ['participant.not-found', 'kind.not-found', 'file.not-found', 'file.used', 'file.no-run'],
})
