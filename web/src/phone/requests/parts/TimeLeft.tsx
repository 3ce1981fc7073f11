import { ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useNow } from '../../reads/use-now.ts'
import { timeLeft, type TimeLeft as Left } from './countdown.ts'
import { requestTexts } from './request-texts.ts'

/** A tag, beside an address, has room for the largest unit. */
const words = (left: Left, text: ReturnType<typeof requestTexts.use>['left'], isBrief: boolean): string => {
  if (left.unit === 'over') return text.over
  if (left.unit === 'days') return text.days(left.days, isBrief ? 0 : left.hours)
  if (left.unit === 'hours') return text.hours(left.hours, isBrief ? 0 : left.minutes)
  const seconds = String(left.seconds).padStart(2, '0')
  return isBrief ? text.brief(`${left.minutes}:${seconds}`) : text.minutes(left.minutes, seconds)
}

type Props = { readonly expiresAt: string; readonly isTag?: boolean }

/** What is left until `expiresAt` (ISO time), counted down while one looks at it. The last hour warns. */
export const TimeLeft = ({ expiresAt, isTag = false }: Props) => {
  const text = requestTexts.use().left
  const left = timeLeft(expiresAt, useNow())
  const isUrgent = left.unit === 'minutes'
  const time = (
    <time className="left" dateTime={expiresAt}>
      {words(left, text, isTag)}
    </time>
  )
  if (!isTag && !isUrgent) return time
  return (
    <Tag tone={isUrgent ? 'warning' : 'neutral'} icon={isUrgent && <ClockIcon />}>
      {time}
    </Tag>
  )
}
