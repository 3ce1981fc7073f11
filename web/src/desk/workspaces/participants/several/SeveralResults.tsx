import { useId } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ChangedParticipant } from '#contract/workspaces/several-participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useText } from '#shared/texts/common.ts'
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
  const { close } = useText()
  const id = useId()
  const count = (wanted: ChangedParticipant['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length
  const byId = new Map(people.map((person) => [person.id, person]))
  const open = results.filter(({ outcome }) => outcome === 'waiting' || outcome === 'refused')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>
        {text.done(count('changed'), count('unchanged'), count('waiting'), count('refused'))}
      </DialogTitle>
      {open.length > 0 && (
        <DialogContent>
          <ul className="several-results">
            {open.map(({ participantId, reason }) => (
              <li key={participantId}>
                <PersonText of={byId.get(participantId) ?? { email: null }} erased={erased} />
                <p className="meta">{reason ? text.reasons[reason] : text.waiting}</p>
              </li>
            ))}
          </ul>
        </DialogContent>
      )}
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          {close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
