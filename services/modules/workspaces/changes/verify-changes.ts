import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { ChangeContent } from '#contract/workspaces/changes.ts'
import { keyFault } from '#modules/accounts/device.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { sayAct } from '#modules/workspaces/protection/change.state.ts'
import type { ChangeEvent } from '#modules/workspaces/protection/change.events.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import { AlteredFact } from '#platform/facts/fact-macs.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { BadEvidence, requireSigned, signatureFault } from '#platform/secrets/evidence.ts'

/** Verifies the signatures of changes from the events of their workspace alone. */

type Asked = Fact<Extract<ChangeEvent, { type: 'ChangeAsked' }>>
type Approved = Fact<Extract<ChangeEvent, { type: 'ChangeApproved' }>>
type Services = Pick<Platform, 'codec' | 'eventStore'>

const sealedIn = (asked: Asked['data']) => ({
  typed: asked.invitedEmail ?? asked.number ?? asked.groupName ?? null,
  written: asked.requestKind ?? null,
  salt: asked.salt ?? asked.numberSalt ?? asked.groupSalt ?? asked.kindSalt ?? null,
})

/** The signed content as far as the events determine it. */
const expectedOf = async (
  { data: approved }: Approved,
  { data: asked }: Asked,
): Promise<Partial<ChangeContent>> => {
  const { changeId, workspaceId, participantId: approverId } = approved
  const { act, participantId: requestedBy, expiresAt } = asked
  const { typed, written, salt } = sealedIn(asked)
  const said = sayAct(act, workspaceId, typed, written)
  // Once the address, number, name or kind is erased, the hash can no longer be checked.
  const isErased =
    ['invite', 'call-back', 'group', 'kind'].includes(act.kind) &&
    ((typed ?? written) === null || salt === null)
  const hash = isErased
    ? {}
    : { changeHash: await changeHash({ ...said, target: { ...said.target, label: null } }, salt) }
  return { kind: 'change', changeId, workspaceId, ...hash, requestedBy, approverId, expiresAt }
}

const faultOf = (
  { codec, eventStore }: Services,
  origins: readonly string[],
  { approved, asked }: { readonly approved: Approved; readonly asked: Asked | undefined },
): Promise<string | null> => {
  const { data, position, metadata } = approved
  return signatureFault(data, origins, async (content) => {
    if (!asked) throw new BadEvidence('nobody had asked for the change')
    if (asked.data.userId === data.userId) throw new BadEvidence('the admin who asked for it signed it')
    requireSigned(content, await expectedOf(approved, asked))
    const { deviceId, publicKey } = data.evidence
    const facts = codec.decodeBlind(await wholeStream(eventStore, userStream(data.userId)))
    const signing = { deviceId, publicKey, kind: data.assurance, position, at: metadata.at }
    const fault = keyFault(facts, signing)
    if (fault !== null) throw new BadEvidence(fault)
  })
}

/**
 * Verifies the signatures of the changes that were approved in the workspace with this id. `origins`: the origins that passkeys may
 * have signed for.
 */
export const signaturesOfChanges = async function* (
  services: Services,
  workspaceId: string,
  origins: readonly string[],
) {
  const changes = new Map<unknown, Asked>()
  const read = async (event: StoredEvent): Promise<string | null> => {
    try {
      const [fact] = (await services.codec.decode([event])) as readonly unknown[] as readonly (
        | Asked
        | Approved
      )[]
      if (fact!.type === 'ChangeApproved')
        return await faultOf(services, origins, {
          approved: fact as Approved,
          asked: changes.get(fact!.data.changeId),
        })
      changes.set(fact!.data.changeId, fact as Asked)
      return null
    } catch (error) {
      if (!(error instanceof UnreadableFact || error instanceof AlteredFact)) throw error
      return `it cannot be read (${error.message})`
    }
  }
  for (const event of await wholeStream(services.eventStore, workspaceStream(workspaceId))) {
    const { type, data, metadata } = event
    if (type !== 'ChangeAsked' && type !== 'ChangeApproved') continue
    const fault = await read(event)
    if (type === 'ChangeAsked' && fault === null) continue
    yield { changeId: data['changeId'] as string, type, at: metadata['at'] as string, fault }
  }
}
