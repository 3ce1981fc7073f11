import { useState } from 'react'
import Button from '@mui/material/Button'
import { dateIn, daysBetween } from '#contract/workspaces/subscription/subscription.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { formatDate, formatDay } from '#shared/texts/format-time.ts'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { isFull, useSeats, type Seats } from '#shared/reads/use-seats.ts'
import { yearsIn } from '#shared/texts/years-in.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { offerTexts } from './offer-texts.ts'
import { TermList } from './TermList.tsx'
import { subscriptionTexts } from './texts.ts'

type Props = { readonly workspace: Workspace }

/** The subscription of the workspace: its term, seats, periods, and offers. */
export const SubscriptionSection = ({ workspace }: Props) => {
  const { subscription: text } = subscriptionTexts.use()
  const offers = offerTexts.use()
  const language = useLanguage()
  const seats = useSeats(workspace.id)
  const [isAsking, setAsking] = useState(false)
  const [today] = useState(() => dateIn(workspace.timezone, new Date()))
  const { startDate, endDate, isActive, offer, timezone, paymentReminderSent, terms } = workspace
  const daysLeft = isActive && endDate !== null ? daysBetween(today, endDate) : null
  return (
    <section className="card panel">
      <div className="panel-head">
        <h2>{text.title}</h2>
        <SubscriptionChip subscription={workspace.subscription} />
      </div>
      <dl className="fact-list numbers">
        <Fact name={text.since}>{formatDate(startDate, language)}</Fact>
        <Fact name={text.until}>{endDate ? formatDate(endDate, language) : text.open}</Fact>
        {daysLeft !== null && <Fact name={text.left}>{leftWords(daysLeft, text)}</Fact>}
        {paymentReminderSent && <Fact name={text.reminder}>{text.reminded}</Fact>}
        <Fact name={text.seats}>
          <SeatsTaken seats={seats} />
        </Fact>
        <Fact name={isActive ? text.afterwards : text.now}>{text.limited}</Fact>
        {offer && (
          <Fact name={offers.last}>
            {offer.reference} · {formatDay(offer.requestedAt, language, timezone)}
          </Fact>
        )}
      </dl>
      {terms.length > 0 && <TermList terms={terms} today={today} />}
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {offers.open}
      </Button>
      {isAsking && <OfferDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </section>
  )
}

type Words = ReturnType<typeof subscriptionTexts.use>['subscription']

const leftWords = (days: number, text: Words): string => {
  const years = yearsIn(days)
  return years === null ? text.days(days) : text.years(years)
}

/** Taken and available seats. A dash during loading, so that nothing moves. */
const SeatsTaken = ({ seats }: { readonly seats: Seats }) => {
  const { subscription: text } = subscriptionTexts.use()
  if (!seats) return seats === null ? text.seatsUnlimited : '–'
  return (
    <>
      {text.seatsTaken(seats.taken, seats.total)}{' '}
      {seats.isNearlyFull && (
        <Tag tone="warning" icon={<AlertIcon />}>
          {isFull(seats) ? text.seatsFull : text.seatsNearlyFull}
        </Tag>
      )}
    </>
  )
}
