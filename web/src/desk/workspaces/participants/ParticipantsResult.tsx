import { useRef, type ComponentProps } from 'react'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { EmptyList } from '#shared/lists/EmptyList.tsx'
import { ParticipantsTable } from './ParticipantsTable.tsx'
import { participantsTexts } from './texts.ts'

type Props = ComponentProps<typeof ParticipantsTable> & {
  /** Undefined without a filter or search. */
  readonly onClear: (() => void) | undefined
  /** Undefined at the end of the list. */
  readonly onMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

export const ParticipantsResult = ({ onClear, onMore, isLoadingMore, ...table }: Props) => {
  const { participants } = table
  const text = participantsTexts.use()
  const list = useRef<HTMLDivElement>(null)
  if (participants.length === 0)
    return <EmptyList none={text.none} noHits={text.noHits} clear={text.clear} onClear={onClear} />
  return (
    <>
      <div ref={list}>
        <ParticipantsTable {...table} />
      </div>
      <MoreButton list={list} count={participants.length} onMore={onMore} isLoading={isLoadingMore} />
    </>
  )
}
