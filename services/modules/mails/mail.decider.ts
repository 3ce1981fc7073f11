import { Map as SharingMap } from 'immutable'
import type { Decider } from '#platform/commands/decider.ts'
import type { MailEvent, MailOutcome } from './mail.events.ts'

/** What became of the mails that one fact caused. */
export type MailsState = {
  /** By `mailKey`. A copy shares what is alike, so that thousands are folded in a time that only grows with them. */
  readonly outcomes: SharingMap<string, MailOutcome['outcome']>
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

/** Names a mail among those of its cause. */
export const mailKey = ({ purpose, recipient }: Pick<MailOutcome, 'purpose' | 'recipient'>): string =>
  `${purpose} ${recipient}`

const evolve = ({ outcomes, isFinal }: MailsState, { data }: MailEvent): MailsState => ({
  outcomes: outcomes.withMutations((all) => {
    for (const mail of data.outcomes) all.set(mailKey(mail), mail.outcome)
  }),
  sent: data.sent,
  dropped: data.dropped,
  failed: data.failed,
  isFinal: isFinal || data.isFinal,
})

/** Those that have none yet: of two for the same mail the first stands. */
const newOnes = (given: readonly MailOutcome[], { outcomes }: MailsState): MailOutcome[] =>
  [...Map.groupBy(given, mailKey)].flatMap(([key, [first]]) => (outcomes.has(key) ? [] : [first!]))

/** Records the outcomes of mails that have none, and says when these were the last. */
export const mailDecider: Decider<MailsState, RecordOutcomes, MailEvent> = {
  initialState: { outcomes: SharingMap(), sent: 0, dropped: 0, failed: 0, isFinal: false },
  evolve,
  decide({ causeId, outcomes: given, mails }, state) {
    const outcomes = newOnes(given, state)
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
