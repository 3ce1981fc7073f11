import Type, { type Static } from 'typebox'
import { RequestOptions } from '../accounts/passkeys.ts'
import { Challenge } from '../accounts/proof.ts'
import { Id, IsoTime, nullable, words } from '../common.ts'
import { SignedFile } from './files.ts'
import { Asks, CallWay, RequestType } from './request-words.ts'

/**
 * The content that a device signs. It contains no address and no text, only the hash of the text. Version 2 is for call checks that
 * say what is asked for and who called whom, version 3 for approvals with files, version 4 for approvals of a kind, by a rule or for
 * somebody: see `filledHash` for its text.
 */
export const SignedContent = Type.Object(
  {
    v: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)]),
    /** `break-glass`: of an admin who approves alone; `glass-confirmation`: of the second person who confirms that. */
    kind: words(['approval', 'creation', 'break-glass', 'glass-confirmation']),
    requestId: Id,
    workspaceId: Id,
    type: RequestType,
    requesterId: Id,
    approverId: nullable(Id),
    textHash: Type.String(),
    createdAt: IsoTime,
    expiresAt: IsoTime,
    nonce: Type.String(),
    /** From here to `calledBack`: version 2. */
    asks: Type.Optional(Asks),
    /** In a creation the requester's answer, in an approval both. */
    call: Type.Optional(Type.Union([CallWay, Type.Object({ requester: CallWay, approver: CallWay })])),
    calledBack: Type.Optional(Type.Boolean()),
    /** From version 3 on. */
    files: Type.Optional(Type.Array(SignedFile)),
    /** From here on: version 4, which has all of it. */
    requestKind: Type.Optional(nullable(Type.Object({ id: Id, version: Type.Integer() }))),
    /** The rule that decides. `ruleHash` is salted with the secret of the text. */
    rule: Type.Optional(
      nullable(
        Type.Object({
          count: Type.Integer(),
          before: nullable(words(['call-check', 'call-back'])),
          hours: Type.Integer(),
          ruleHash: Type.String(),
        }),
      ),
    ),
    /** A participant id: whom the signer stands in for. */
    onBehalfOf: Type.Optional(nullable(Id)),
    /** Of a broken glass and its confirmation, in every version: as `reasonHash` says. */
    reasonHash: Type.Optional(Type.String()),
    /** Of the confirmation: the participant who broke it. */
    brokenBy: Type.Optional(Id),
  },
  { $id: 'SignedContent' },
)
export type SignedContent = Static<typeof SignedContent>

/** The content that the caller must sign, with its challenge. */
export const Prepared = Type.Object({
  content: SignedContent,
  canonical: Type.String(),
  challenge: Challenge,
  expiresAt: IsoTime,
  /** For `navigator.credentials.get`; null if the caller has no passkey. */
  passkey: nullable(RequestOptions),
  /** Salt of the text's hash. As secret as the text. */
  textSalt: Type.String(),
})
