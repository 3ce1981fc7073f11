import { Map as SharingMap } from 'immutable'
import type { Decider } from '#platform/commands/decider.ts'
import type { MailEvent, MailOutcome } from './mail.events.ts'
import { resultOf, type MailResult } from './mail.state.ts'

/** The outcomes of all mails that one event caused. */
export type MailsState = {
  /** By `mailKey`. A persistent map, so that folding thousands of outcomes takes linear time. */
  readonly outcomes: SharingMap<string, MailResult>
  /** Includes those that were perhaps sent. */
  readonly sent: number
  readonly dropped: number
  readonly failed: number
  readonly isFinal: boolean
}

export type RecordOutcomes = {
  readonly causeId: string
  /** At most OUTCOMES_PER_FACT. */
  readonly outcomes: readonly MailOutcome[]
  /** How many mails the ledger knows for this cause. */
  readonly mails: number
}

/** Identifies a mail within its cause. */
export const mailKey = ({ purpose, recipient }: Pick<MailOutcome, 'purpose' | 'recipient'>): string =>
  `${purpose} ${recipient}`

const evolve = ({ outcomes, isFinal }: MailsState, { data }: MailEvent): MailsState => ({
  outcomes: outcomes.withMutations((all) => {
    for (const mail of data.outcomes) all.set(mailKey(mail), resultOf(mail))
  }),
  sent: data.sent,
  dropped: data.dropped,
  failed: data.failed,
  isFinal: isFinal || data.isFinal,
})

/** The first outcome of each mail that has none yet. */
const newOutcomes = (given: readonly MailOutcome[], { outcomes }: MailsState): MailOutcome[] =>
  [...Map.groupBy(given, mailKey)].flatMap(([key, [first]]) => (outcomes.has(key) ? [] : [first!]))

export const mailDecider: Decider<MailsState, RecordOutcomes, MailEvent> = {
  initialState: { outcomes: SharingMap(), sent: 0, dropped: 0, failed: 0, isFinal: false },
  evolve,
  decide({ causeId, outcomes: given, mails }, state) {
    const outcomes = newOutcomes(given, state)
    if (outcomes.length === 0) return []
    const total = (kind: MailOutcome['outcome']) =>
      state[kind] + outcomes.filter(({ outcome }) => outcome === kind).length
    const isFinal = !state.isFinal && state.outcomes.size + outcomes.length >= mails
    const data = {
      causeId,
      outcomes,
      sent: total('sent'),
      dropped: total('dropped'),
      failed: total('failed'),
    }
    return [{ type: 'MailOutcomesRecorded', data: { ...data, isFinal } }]
  },
}
