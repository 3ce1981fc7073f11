import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendFault, Faults } from './faults.ts'
import type { Decision, Log, Proposed } from './log.ts'
import { refusalOf, type ClusterView } from './cluster.ts'
import { failures } from './status.ts'

type Callback = (error: Error | null, response?: AppendResp) => void
type Call = AsyncIterable<AppendReq> & {
  readonly cancelled: boolean
  readonly metadata: { get(key: string): unknown[] }
}
type Options = {
  readonly log: Log
  readonly faults: Faults
  readonly cluster: ClusterView
  readonly cut: () => void
}

/** Longer than any client waits. */
const lateMs = 3_200

const proposedOf = (message: AppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

const readRequest = async (call: Call) => {
  const events: Proposed[] = []
  let options: AppendReq.Options | undefined
  for await (const request of call) {
    options ??= request.getOptions()
    const message = request.getProposedMessage()
    if (message) events.push(proposedOf(message))
  }
  if (!options) throw new Error('an append without options')
  if (!options.hasNoStream() && !options.hasRevision()) throw new Error('an append without explicit revision')
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  return { stream, expected: options.hasNoStream() ? -1 : Number(options.getRevision()), events }
}

const responseOf = (decision: Decision, expected: number): AppendResp => {
  const response = new messages.AppendResp()
  if (decision.kind === 'success') {
    const position = new messages.AppendResp.Position()
    position.setCommitPosition(String(decision.position))
    position.setPreparePosition(String(decision.position))
    const success = new messages.AppendResp.Success()
    success.setCurrentRevision(String(decision.revision))
    success.setPosition(position)
    return response.setSuccess(success)
  }
  const wrong = new messages.AppendResp.WrongExpectedVersion()
  if (decision.actual < 0) wrong.setCurrentNoStream(new sharedMessages.Empty())
  else wrong.setCurrentRevision(String(decision.actual))
  if (expected < 0) wrong.setExpectedNoStream(new sharedMessages.Empty())
  else wrong.setExpectedRevision(String(expected))
  return response.setWrongExpectedVersion(wrong)
}

/** Answers an append like the server, or according to the fault. */
export const appendHandler = ({ log, faults, cluster, cut }: Options) => {
  /** Gives the answer of a faulty server, or none. */
  const misbehave = (fault: AppendFault, answer: Callback) => {
    if (fault.startsWith('reset')) return cut()
    if (fault.startsWith('silent')) return
    if (fault.startsWith('internal')) return answer(failures.internal())
    if (fault.startsWith('unavailable')) return answer(failures.unavailable())
    if (fault.startsWith('commit')) return answer(failures.commitTimeout())
    if (fault === 'not ready') return answer(failures.notReady())
    return answer(failures.notLeader(cluster.leader(fault === 'not leader' ? 'itself' : 'nobody')))
  }
  const handle = async (call: Call, answer: Callback) => {
    const { stream, expected, events } = await readRequest(call)
    // A broken connection may end the request early. A partial append is not written.
    if (call.cancelled) return
    const refusal = refusalOf(call, cluster, faults)
    if (refusal) return answer(refusal)
    const fault = faults.append?.(events.map(({ type }) => type))
    const write = () => responseOf(log.append(stream, expected, events), expected)
    if (fault === undefined) return answer(null, write())
    if (fault === 'late') return void setTimeout(() => answer(null, write()), lateMs).unref()
    if (fault.endsWith('after')) write()
    return misbehave(fault, answer)
  }
  return (call: Call, answer: Callback): void => {
    handle(call, answer).catch((error: unknown) => answer(failures.unknown(String(error))))
  }
}
