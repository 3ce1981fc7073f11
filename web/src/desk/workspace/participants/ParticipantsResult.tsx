import Button from '@mui/material/Button'
import type { Participant } from '#contract/workspaces.ts'
import { useText } from '../../../shared/texts/common.ts'
import { ParticipantsTable } from './ParticipantsTable.tsx'
import { participantsTexts } from './texts.ts'

type Props = {
  readonly participants: readonly Participant[]
  readonly timeZone: string
  /** Absent: nothing is searched for. */
  readonly onClear: (() => void) | undefined
  /** Absent: there is no more. */
  readonly onMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

export const ParticipantsResult = ({ participants, timeZone, onClear, onMore, isLoadingMore }: Props) => {
  const text = participantsTexts.use()
  const common = useText()
  if (participants.length === 0)
    return (
      <p className="card empty">
        {onClear ? text.noHits : text.none}{' '}
        {onClear && (
          <button type="button" className="button-link" onClick={onClear}>
            {text.clear}
          </button>
        )}
      </p>
    )
  return (
    <>
      <ParticipantsTable participants={participants} isWhole={!onMore} timeZone={timeZone} />
      {onMore && (
        <Button variant="outlined" aria-disabled={isLoadingMore} onClick={() => isLoadingMore || onMore()}>
          {isLoadingMore ? common.loading : common.loadMore}
        </Button>
      )}
    </>
  )
}
