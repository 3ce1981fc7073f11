import { useEffect, useRef } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import { changeWords, endOf } from '#shared/changes/change-words.ts'
import { CheckIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useDayAndTime } from '../frame/use-time-format.ts'

type Props = {
  readonly change: Change
  /** True if the change ended while it was shown: what had the focus is gone. */
  readonly takesFocus: boolean
}

/** How a change ended, in words. */
export const ChangeResult = ({ change, takesFocus }: Props) => {
  const words = changeWords.use()
  const dayAndTime = useDayAndTime()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, decidedBy, decidedAt } = change
  const isDone = state === 'done'
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className={isDone ? 'result approved' : 'result'}>
      <div className="tick">{isDone ? <CheckIcon /> : <CrossIcon />}</div>
      <h2 ref={heading} tabIndex={-1}>
        {words.states[state]}
      </h2>
      <p>{endOf(change, words)}</p>
      {decidedBy && (
        <p className="hint">
          <PersonText of={decidedBy} erased={words.erased} />
        </p>
      )}
      {decidedAt && (
        <p className="hint">
          <time dateTime={decidedAt}>{dayAndTime(decidedAt)}</time>
        </p>
      )}
    </div>
  )
}
