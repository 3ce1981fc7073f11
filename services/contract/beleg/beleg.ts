/** The form of a Beleg, one file that proves one decision: see docs/evidence.md. */

export const BELEG_KIND = 'vieraugen.beleg'
export const BELEG_VERSION = 1
/** Prefix of the signed text. */
export const BELEG_DOMAIN = 'vieraugen.beleg.v1'

export type InBoth = { readonly de: string; readonly en: string }

/** The evidence in a fact. */
export type Evidence = {
  readonly canonical: string
  readonly challenge: string
  readonly publicKey: string
  readonly signature: string
  readonly authenticatorData?: string | undefined
  readonly clientDataJSON?: string | undefined
  readonly listed?: { readonly canonical: string; readonly place: number } | undefined
}

export type BelegEntry = {
  readonly sequence: number
  readonly id: string
  readonly factHash: string
  readonly previousHash: string | null
  readonly hash: string
  readonly at: string
  readonly action: string
  readonly actor: {
    readonly userId: string | null
    readonly email: string | null
    readonly name?: string | null
    readonly role: string | null
  }
  readonly target: { readonly kind: string; readonly id: string; readonly label: string | null }
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly outcome: string
  readonly assurance: string | null
  readonly evidence?: Evidence
  /** A `tlog-proof` up to its empty line. */
  readonly proof: string
}

export type BelegPerson = {
  readonly participantId: string
  readonly userId: string | null
  readonly email: string | null
  readonly name: string | null
}

export const WAYS = ['first', 'own-device', 'colleague', 'waited', 'unasked'] as const

/** How the key was enrolled, and who vouched for it. */
export type BelegDevice = {
  readonly id: string
  readonly kind: 'passkey' | 'pin'
  readonly enrolledAt: string
  readonly usableFrom: string
  readonly deviceBound: boolean | null
  readonly way: (typeof WAYS)[number]
  readonly vouchedBy: string | null
  readonly vouchedAt: string | null
  readonly vouch: Evidence | null
}

export type BelegSignature = {
  readonly sequence: number
  readonly participantId: string
  readonly userId: string
  readonly onBehalfOf: string | null
  readonly device: BelegDevice
}

export type BelegFile = {
  readonly name: string | null
  readonly nameHash: string
  readonly type: string
  readonly size: number
  readonly sha256: string
}

/** As it is signed. */
export type BelegField = {
  readonly name: string
  readonly label: InBoth
  readonly type: string
  readonly value: string | InBoth | { readonly value: string; readonly currency: string }
}

export type BelegRule = {
  readonly count: number
  readonly before: string | null
  readonly hours: number
  readonly ruleHash: string
  /** What `ruleHash` is over, with the salt. */
  readonly applied: {
    readonly rule: Readonly<Record<string, unknown>>
    readonly groups: readonly { readonly id: string; readonly name: string }[]
  } | null
}

export type BelegRequest = {
  readonly type: 'approval' | 'verification'
  readonly status: string
  readonly closedReason: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly requesterId: string
  readonly approverId: string | null
  readonly title: string | null
  readonly details: string | null
  readonly salt: string | null
  readonly kind: { readonly id: string; readonly version: number; readonly name: InBoth | null } | null
  readonly fields: readonly BelegField[] | null
  readonly files: readonly BelegFile[]
  readonly rule: BelegRule | null
  readonly call: {
    readonly asks: string
    readonly requester: string
    readonly approver: string | null
    readonly calledBack: boolean
  } | null
  readonly glass: { readonly reason: string | null; readonly reasonHash: string } | null
}

export type BelegChange = {
  readonly action: string
  readonly target: { readonly kind: string; readonly id: string }
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly salt: string | null
  readonly state: string
  readonly requestedBy: string
  readonly requestedAt: string
  readonly expiresAt: string
}

export const ERASABLE = ['text', 'fields', 'rule', 'reason', 'fileNames', 'change'] as const
export type Erasable = (typeof ERASABLE)[number]

/** A state of the log that a time-stamping authority (RFC 3161) stamped. */
export type BelegTimeStamp = {
  /** The text of a checkpoint. */
  readonly text: string
  /** That this state and that of `checkpoint` are of one log: RFC 9162, from the smaller one to the larger, base64. */
  readonly proof: readonly string[]
  /** Over the text, base64 of DER. */
  readonly token: string
}

export type BelegContent = {
  readonly subject: 'request' | 'change'
  readonly id: string
  readonly workspace: { readonly id: string; readonly name: string | null; readonly timezone: string }
  readonly at: string
  readonly people: readonly BelegPerson[]
  readonly request?: BelegRequest
  readonly change?: BelegChange
  /** What was there and is erased. */
  readonly erased: readonly Erasable[]
  readonly signatures: readonly BelegSignature[]
  readonly entries: readonly BelegEntry[]
  /** A signed note. */
  readonly checkpoint: string
  /** The earliest that has all entries; none without an authority. */
  readonly timeStamps: readonly BelegTimeStamp[]
  readonly publicKey: string
  readonly verifierKey: string
}

export type Beleg = {
  readonly kind: typeof BELEG_KIND
  readonly v: typeof BELEG_VERSION
  readonly content: BelegContent
  /** By `publicKey`, base64url. */
  readonly signature: string
  /** By `verifierKey`, base64url. */
  readonly logSignature: string
}
