import { useRef } from 'react'
import type { Participant } from '#contract/workspaces.ts'
import { MoreButton } from '../../../shared/MoreButton.tsx'
import { NoHits } from '../../../shared/NoHits.tsx'
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
  const list = useRef<HTMLDivElement>(null)
  if (participants.length === 0)
    return <NoHits none={text.none} noHits={text.noHits} clear={text.clear} onClear={onClear} />
  return (
    <>
      <div ref={list}>
        <ParticipantsTable participants={participants} isWhole={!onMore} timeZone={timeZone} />
      </div>
      <MoreButton list={list} count={participants.length} onMore={onMore} isLoading={isLoadingMore} />
    </>
  )
}
