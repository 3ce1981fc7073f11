import type { ChangedParticipant } from '#contract/workspaces/several-participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { ResultsDialog } from '#shared/dialogs/ResultsDialog.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { participantsTexts } from '../texts.ts'
import { severalTexts } from './texts.ts'

type Props = {
  readonly people: readonly Participant[]
  readonly results: readonly ChangedParticipant[]
  readonly onClose: () => void
}

/** What came of a change of several people: the sum, and everybody for whom it was not done, with the reason. */
export const SeveralResults = ({ people, results, onClose }: Props) => {
  const text = severalTexts.use()
  const { erased } = participantsTexts.use()
  const count = (wanted: ChangedParticipant['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length
  const byId = new Map(people.map((person) => [person.id, person]))
  return (
    <ResultsDialog
      title={text.done(count('changed'), count('unchanged'), count('waiting'), count('refused'))}
      left={results
        .filter(({ outcome }) => outcome === 'waiting' || outcome === 'refused')
        .map(({ participantId: key, reason }) => ({
          key,
          who: <PersonText of={byId.get(key) ?? { email: null }} erased={erased} />,
          why: reason ? text.reasons[reason] : text.waiting,
        }))}
      onClose={onClose}
    />
  )
}
