import { useNow } from '../frame/use-now.ts'
import { timeLeft, type TimeLeft as Left } from './countdown.ts'
import { requestTexts } from './request-texts.ts'

const words = (left: Left, text: ReturnType<typeof requestTexts.use>['left']): string => {
  if (left.unit === 'over') return text.over
  if (left.unit === 'days') return text.days(left.days, left.hours)
  if (left.unit === 'hours') return text.hours(left.hours, left.minutes)
  return text.minutes(left.minutes, String(left.seconds).padStart(2, '0'))
}

/** What is left until `expiresAt` (ISO time), counted down while one looks at it. */
export const TimeLeft = ({ expiresAt }: { expiresAt: string }) => {
  const text = requestTexts.use().left
  const left = timeLeft(expiresAt, useNow())
  return (
    <time className={left.unit === 'minutes' ? 'left urgent' : 'left'} dateTime={expiresAt}>
      {words(left, text)}
    </time>
  )
}
