import { randomUUID } from 'node:crypto'
import { eligibleApprovers } from '#modules/requests/participants.ts'
import { createApprovalSlots } from '#modules/requests/limits/approval-slot.store.ts'
import { createCheckSlots } from '#modules/requests/limits/check-slot.store.ts'
import {
  prepareApproval,
  prepareCreation,
  type CreatedFact,
  type Prepared,
} from '#modules/requests/proof/proof.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { CallDescription } from '#modules/requests/request.state.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { memberOfUser } from '#modules/workspaces/workspace.state.ts'
import type { Actor, Evidence } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { SYSTEM, type Act } from './act.ts'
import type { Person } from './people.ts'
import type { DemoWorkspace } from './workspace.ts'

export type Question = {
  readonly type: 'approval' | 'verification'
  readonly title: string
  readonly details: string | null
  readonly from: Person
  /** null: any approver */
  readonly to: Person | null
}

type Parts = {
  readonly platform: Pick<Platform, 'codec' | 'commands' | 'db' | 'eventStore'>
  readonly act: Act
}

const UNLIMITED = { perRequester: Infinity, perWorkspace: Infinity, perMinute: Infinity }
/** By no rule, and nobody is away. */
const alone = { people: [], standIns: [], absentEmail: null }
export const SECONDS = { approval: 7 * 86_400, verification: 5 * 60 } as const

const evidenceOf = ({ device }: Person, { canonical, challenge }: Prepared): Evidence => ({
  canonical,
  challenge,
  deviceId: device.deviceId,
  publicKey: device.publicKey,
  signature: device.sign(challenge),
})

/** In the demo, the accountant is called, and the boss says that they called. */
const descriptionOf = ({ type }: Question): CallDescription | null =>
  type === 'verification' ? { asks: 'payment', call: 'was-called', calledBack: false } : null
const answerOf = ({ type }: Question): CallWay | null => (type === 'verification' ? 'i-called' : null)

/** One request of the demo, signed by the keys of the people's demo devices. Every method executes one real command. */
export const createDemoRequest = ({ platform, act }: Parts, workspace: DemoWorkspace, question: Question) => {
  const { codec, db, eventStore } = platform
  const { workspaceId, participantIdOf } = workspace
  const { type, title, details, from, to } = question
  const requestId = randomUUID()
  const stream = requestStream(requestId)

  const execute = async (
    actor: Actor,
    by: Person | null,
    at: Date,
    command: RequestCommand,
  ): Promise<void> => {
    const client = by?.phone ?? null
    await act({ decider: requestDecider, stream, workspaceId, actor, client, at, command })
  }

  const standingOf = async (person: Person) => {
    const { state, revision } = await workspace.load()
    const { userId, email } = person
    const member = memberOfUser(state, userId)
    const actor: Actor = { kind: 'user', userId, role: member?.role ?? null }
    const participant = { participantId: participantIdOf(person), userId, email, workspaceRevision: revision }
    return { state, revision, actor, participant }
  }

  const expiresAt = (at: Date) => new Date(at.getTime() + SECONDS[type] * 1_000)

  const signedApproval = async (by: Person): Promise<Evidence> => {
    const [created] = await codec.decode(await eventStore.readStream(stream, { max: 1 }))
    return evidenceOf(
      by,
      await prepareApproval(
        {
          created: created as CreatedFact,
          described: descriptionOf(question),
          files: [],
          filled: null,
          rule: null,
          approverId: participantIdOf(by),
          onBehalfOf: null,
          call: answerOf(question),
        },
        randomToken(),
      ),
    )
  }

  return {
    async ask(at: Date): Promise<void> {
      const { state, revision, actor, participant } = await standingOf(from)
      const approverId = to && participantIdOf(to)
      const salt = randomToken()
      const requesterId = participant.participantId
      const prepared = await prepareCreation(
        {
          type,
          title,
          details,
          salt,
          workspaceId,
          requesterId,
          approverId,
          described: descriptionOf(question),
          files: [],
          filled: null,
          rule: null,
          lifetimeSeconds: SECONDS[type],
        },
        { requestId, createdAt: at.toISOString(), nonce: randomToken() },
      )
      await execute(actor, from, at, {
        type: 'CreateRequest',
        requestId,
        workspaceId,
        requestType: type,
        title,
        details,
        salt,
        requester: participant,
        approver: to && { participantId: participantIdOf(to), email: to.email },
        eligible: eligibleApprovers(state, { requesterUserId: from.userId, approverId }),
        expiresAt: expiresAt(at),
        workspaceRevision: revision,
        evidence: type === 'verification' ? evidenceOf(from, prepared) : null,
        described: descriptionOf(question),
        files: [],
        filled: null,
        replaces: null,
        parked: null,
        rule: null,
      })
    },
    /** For a request that stays open: it counts against its requester's limit. */
    async takeSlot(at: Date): Promise<void> {
      const requesterId = participantIdOf(from)
      const approverId = to && participantIdOf(to)
      const slot = { requestId, workspaceId, requesterId, approverId, expiresAt: expiresAt(at) }
      const { outcome } =
        type === 'verification'
          ? await createCheckSlots(db).take(slot, { perHour: 100, apartMs: 0 }, at)
          : await createApprovalSlots(db).take(slot, UNLIMITED, at)
      if (outcome !== 'taken') throw new Error(`${from.email} has no place for another request`)
    },
    async approve(by: Person, at: Date): Promise<void> {
      const { actor, participant } = await standingOf(by)
      const evidence = await signedApproval(by)
      const call = answerOf(question)
      const confirmed = call === null ? null : { call, weak: ['not-called-back', 'pin'] as const }
      const isRight = { requesterIsAvailable: true, hasNumber: type === 'verification', confirmed }
      await execute(actor, by, at, { type: 'Approve', ...participant, ...alone, at, evidence, ...isRight })
    },
    async decline(by: Person, at: Date): Promise<void> {
      const { actor, participant } = await standingOf(by)
      await execute(actor, by, at, { type: 'Decline', ...participant, ...alone, at, reason: null })
    },
    async withdraw(at: Date): Promise<void> {
      const { actor, participant } = await standingOf(from)
      await execute(actor, from, at, { type: 'Withdraw', ...participant, at })
    },
    async report(by: Person, at: Date): Promise<void> {
      const { actor, participant } = await standingOf(by)
      await execute(actor, by, at, { type: 'Report', ...participant, wasEligible: true, at })
    },
    expire: (at: Date): Promise<void> => execute(SYSTEM, null, at, { type: 'Expire', at }),
    async mistypePin(by: Person, at: Date): Promise<void> {
      const { actor, participant } = await standingOf(by)
      const { participantId, userId } = participant
      const refused = { deviceId: by.device.deviceId, reason: 'wrong-pin', triesLeft: 4 } as const
      await execute(actor, by, at, { type: 'RefuseApproval', participantId, userId, ...refused })
    },
    async mistypeNumber(by: Person, at: Date): Promise<void> {
      const { actor, participant } = await standingOf(by)
      const { challenge, deviceId } = await signedApproval(by)
      await execute(actor, by, at, {
        type: 'RefuseNumber',
        ...participant,
        deviceId,
        challenge,
        locks: false,
        at,
      })
    },
  }
}
export type DemoRequest = ReturnType<typeof createDemoRequest>
