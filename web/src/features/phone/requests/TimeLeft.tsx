import { useNow } from '../frame/use-now.ts'
import { timeLeft } from './countdown.ts'
import { requestTexts } from './request-texts.ts'

/** What is left until `expiresAt` (ISO time), counted down while one looks at it. */
export const TimeLeft = ({ expiresAt }: { expiresAt: string }) => {
  const text = requestTexts.use().left
  const left = timeLeft(expiresAt, useNow())
  const words = () => {
    switch (left.unit) {
      case 'over':
        return text.over
      case 'days':
        return text.days(left.days, left.hours)
      case 'hours':
        return text.hours(left.hours, left.minutes)
      case 'minutes':
        return text.minutes(left.minutes, String(left.seconds).padStart(2, '0'))
    }
  }
  return (
    <time className={left.unit === 'minutes' ? 'left urgent' : 'left'} dateTime={expiresAt}>
      {words()}
    </time>
  )
}
