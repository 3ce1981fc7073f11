import { useRef } from 'react'
import Button from '@mui/material/Button'
import type { Participant } from '#contract/workspaces.ts'
import { useText } from '../../../shared/texts/common.ts'
import { useMore } from '../../../shared/use-more.ts'
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
  const list = useRef<HTMLDivElement>(null)
  const more = useMore(list, participants.length, () => onMore?.())
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
      <div ref={list}>
        <ParticipantsTable participants={participants} isWhole={!onMore} timeZone={timeZone} />
      </div>
      {onMore && (
        <Button variant="outlined" aria-disabled={isLoadingMore} onClick={() => isLoadingMore || more()}>
          {isLoadingMore ? common.loading : common.loadMore}
        </Button>
      )}
    </>
  )
}
