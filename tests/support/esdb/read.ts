import type { EventEmitter } from 'node:events'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import type { DeliveryFault, Faults } from './faults.ts'
import type { Log, LogRecord } from './log.ts'
import { refusalOf, type ClusterView } from './cluster.ts'
import { failures } from './status.ts'

type Call = EventEmitter & {
  readonly request: ReadReq
  readonly cancelled: boolean
  readonly metadata: { get(key: string): unknown[] }
  write(response: ReadResp): boolean
  end(): void
}
type Options = {
  readonly log: Log
  readonly faults: Faults
  readonly cluster: ClusterView
  readonly cut: () => void
}

/** The server drops a live consumer when this many events are buffered for it, in two queues. */
const liveBuffer = 2 * 32

const identifierOf = (stream: string) => {
  const identifier = new sharedMessages.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  return identifier
}

const responseOf = (record: LogRecord): ReadResp => {
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent()
  const id = new sharedMessages.UUID()
  id.setString(record.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifierOf(record.stream))
  recorded.setStreamRevision(String(record.revision))
  recorded.setCommitPosition(String(record.position))
  recorded.setPreparePosition(String(record.position))
  recorded.getMetadataMap().set('type', record.type).set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', '638360000000000000')
  recorded.setData(record.data)
  recorded.setCustomMetadata(record.metadata)
  const event = new messages.ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(record.position))
  return new messages.ReadResp().setEvent(event)
}

const confirmation = (): ReadResp => {
  const confirmed = new messages.ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId('00000000-0000-4000-8000-000000000003')
  return new messages.ReadResp().setConfirmation(confirmed)
}

const { FORWARDS } = messages.ReadReq.Options.ReadDirection

const readStream = ({ log }: Options, call: Call, options: ReadReq.Options) => {
  const selected = options.getStream() as ReadReq.Options.StreamOptions
  const name = Buffer.from(selected.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  const records = log.stream(name)
  if (!records) {
    const missing = new messages.ReadResp.StreamNotFound()
    missing.setStreamIdentifier(identifierOf(name))
    call.write(new messages.ReadResp().setStreamNotFound(missing))
    return call.end()
  }
  const count = Number(options.getCount())
  const from = selected.hasRevision() ? Number(selected.getRevision()) : 0
  const isForwards = options.getReadDirection() === FORWARDS
  const found = isForwards ? records.slice(from, from + count) : records.slice(-count).toReversed()
  for (const record of found) call.write(responseOf(record))
  call.end()
}

const positionOf = (options: ReadReq.Options) => {
  const position = options.getAll()?.getPosition()
  return position ? BigInt(position.getCommitPosition()) : undefined
}

const isNowhere = (log: Log, position: bigint | undefined) =>
  position !== undefined && !log.isBeyond(position) && !log.isEvent(position)

const refusePosition = (call: Call) => {
  call.emit('error', failures.unknown('Unexpected ReadAllResult: Error'))
}

const readAll = ({ log }: Options, call: Call, options: ReadReq.Options) => {
  const position = positionOf(options)
  if (isNowhere(log, position)) return refusePosition(call)
  const count = Number(options.getCount())
  const isForwards = options.getReadDirection() === FORWARDS
  const at = position === undefined ? (isForwards ? 0 : log.all.length) : log.indexOf(position)
  const found = isForwards
    ? log.all.slice(at, at + count)
    : log.all.slice(Math.max(at - count, 0), at).toReversed()
  for (const record of found) call.write(responseOf(record))
  call.end()
}

/** Delivers events as fast as the consumer takes them. Drops a live consumer that lags too far. */
const subscribe = ({ log, faults, cut }: Options, call: Call, options: ReadReq.Options) => {
  const position = positionOf(options)
  if (isNowhere(log, position)) return refusePosition(call)
  let next = position === undefined ? 0 : log.indexOf(position + 1n)
  let isLive = false
  let isBlocked = false
  let isOver = false

  const stop = () => {
    isOver = true
    stopListening()
  }
  const ends: Record<Exclude<DeliveryFault, 'double'>, () => void> = {
    end: () => call.end(),
    reset: cut,
    silent: () => {},
    internal: () => call.emit('error', failures.internal()),
    unavailable: () => call.emit('error', failures.unavailable()),
    'too slow': () => call.emit('error', failures.tooSlow()),
  }
  const over = (how: keyof typeof ends) => {
    stop()
    ends[how]()
  }

  const faultAt = ({ stream }: LogRecord) => (stream.startsWith('$') ? undefined : faults.deliver?.())
  const isTooSlow = () => isLive && isBlocked && log.all.length - next > liveBuffer

  const pump = () => {
    if (isOver) return
    if (isTooSlow()) return over('too slow')
    while (!isBlocked && next < log.all.length) {
      const record = log.all[next] as LogRecord
      const fault = faultAt(record)
      if (fault === 'double') call.write(responseOf(record))
      else if (fault) return over(fault)
      isBlocked = !call.write(responseOf(record))
      next += 1
    }
    if (next === log.all.length) isLive = true
  }
  const stopListening = log.onWritten(pump)
  call.on('drain', () => {
    isBlocked = false
    pump()
  })
  call.on('cancelled', stop)
  call.on('close', stop)
  call.write(confirmation())
  pump()
}

/** Handles reads and subscriptions, which share one call. */
export const readHandler = (fake: Options) => (call: Call) => {
  const options = call.request.getOptions() as ReadReq.Options
  call.on('error', () => {})
  if (fake.faults.refusesLogins) return void call.emit('error', failures.unauthenticated())
  const refusal = refusalOf(call, fake.cluster, fake.faults)
  if (refusal) return call.emit('error', refusal)
  if (options.hasSubscription()) return subscribe(fake, call, options)
  return options.hasStream() ? readStream(fake, call, options) : readAll(fake, call, options)
}
