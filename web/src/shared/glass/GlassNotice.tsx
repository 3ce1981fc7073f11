import { useState } from 'react'
import type { BrokenGlass } from '#contract/requests/glass/broken-glass.ts'
import { personWords } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { glassWords } from './glass-words.ts'

/** Whether a second person can still confirm it. */
export const isConfirmable = ({ confirmedAt, confirmUntil }: BrokenGlass, now: number): boolean =>
  confirmedAt === null && now < Date.parse(confirmUntil)

type Props = {
  readonly glass: BrokenGlass | null | undefined
  readonly timeOf: (iso: string) => string
}

/** Says in red that an admin alone approved a request, why, and whether a second person has confirmed it. */
export const GlassNotice = ({ glass, timeOf }: Props) => {
  const text = glassWords.use()
  if (!glass) return null
  return (
    <div className="notice error">
      <p>
        <strong>{text.headline}</strong>
      </p>
      <p>
        <UserText>{text.by(personWords(glass.by, text.erased), timeOf(glass.at))}</UserText>
      </p>
      <p>
        {glass.reason === null ? (
          text.noReason
        ) : (
          <>
            {text.reason} <bdi className="lines">{glass.reason}</bdi>
          </>
        )}
      </p>
      <p>
        <Standing glass={glass} timeOf={timeOf} />
      </p>
    </div>
  )
}

const Standing = ({ glass, timeOf }: { readonly glass: BrokenGlass; readonly timeOf: Props['timeOf'] }) => {
  const text = glassWords.use()
  const [now] = useState(Date.now)
  const { confirmedBy, confirmedAt, confirmUntil } = glass
  if (confirmedAt !== null)
    return (
      <UserText>
        {text.confirmed(
          confirmedBy ? personWords(confirmedBy, text.erased) : text.erased,
          timeOf(confirmedAt),
        )}
      </UserText>
    )
  return isConfirmable(glass, now) ? text.waits(timeOf(confirmUntil)) : text.late
}
