import { useNow } from '../../reads/use-now.ts'
import { CHECK_MS } from '../proof/signed-content.ts'
import { checkTexts } from './check-texts.ts'
import { announcedTime } from './announced-time.ts'

type Props = { readonly number: string; readonly expiresAt: string }

/** The number to read out, with the time it is valid. */
export const SpokenNumber = ({ number, expiresAt }: Props) => {
  const text = checkTexts.use()
  const leftMs = Math.min(CHECK_MS, Math.max(0, Date.parse(expiresAt) - useNow()))
  const seconds = Math.ceil(leftMs / 1000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const announced = announcedTime(seconds)
  return (
    <div className="spoken">
      <p>{text.yourNumber}</p>
      <p className="spoken-number numbers">
        <span aria-hidden="true">{number}</span>
        <span className="visually-hidden">{[...number].join(' ')}</span>
      </p>
      <div className="meter" aria-hidden="true">
        <div style={{ width: `${(leftMs / CHECK_MS) * 100}%` }} />
      </div>
      <p className="numbers" aria-hidden="true">
        {seconds > 0 ? text.valid(clock) : text.over}
      </p>
      <p className="visually-hidden" role="status">
        {announced === null
          ? text.over
          : 'minutes' in announced
            ? text.minutesLeft(announced.minutes)
            : text.secondsLeft(announced.seconds)}
      </p>
    </div>
  )
}
