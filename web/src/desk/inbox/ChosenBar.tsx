import Button from '@mui/material/Button'
import type { Request } from '#contract/requests/requests.ts'
import { MOST_AT_ONCE } from '#contract/requests/several.ts'
import { chosenTexts, drawerTexts } from './late-texts.ts'
import { severalOnPhone } from './request-on-phone.ts'
import { Titles } from './Titles.tsx'

type Props = {
  /** Some may have left the list since. */
  readonly picked: readonly Request[]
  /** All that the list shows and that can be decided together. */
  readonly approvals: readonly Request[]
  readonly onPick: (ids: readonly string[]) => void
}

/** What can be done with the chosen approvals: they are read in full and decided on the phone page. */
export const ChosenBar = ({ picked, approvals, onPick }: Props) => {
  const text = chosenTexts.use()
  const { onPhonePage } = drawerTexts.use()
  const [chosen, gone] = [true, false].map((isThere) =>
    picked.filter(({ id }) => approvals.some((request) => request.id === id) === isThere),
  ) as [Request[], Request[]]
  const ids = chosen.map(({ id }) => id)
  const count = chosen.length
  const first = approvals.slice(0, MOST_AT_ONCE).map(({ id }) => id)
  const isTooMany = count > MOST_AT_ONCE
  const can = count > 0 && !isTooMany
  return (
    <>
      {gone.length > 0 && (
        <div className="notice info" role="status">
          <p>{text.gone}</p>
          <Titles of={gone} />
        </div>
      )}
      <section className="inbox-chosen" aria-label={text.bar}>
        <p className="numbers">
          <span role="status">
            {text.chosen(count)} {isTooMany && text.most(MOST_AT_ONCE)}
          </span>{' '}
          <span className="meta">{onPhonePage}</span>
        </p>
        {(isTooMany || count < first.length) && (
          <Button onClick={() => onPick(first)}>
            {approvals.length > MOST_AT_ONCE ? text.first(MOST_AT_ONCE) : text.all(first.length)}
          </Button>
        )}
        <Button onClick={() => onPick([])}>{text.none}</Button>
        <Button variant="outlined" color="error" {...(can ? { href: severalOnPhone(ids, 'decline') } : OFF)}>
          {text.decline(count)}
        </Button>
        <Button variant="contained" {...(can ? { href: severalOnPhone(ids) } : OFF)}>
          {text.approve(count)}
        </Button>
      </section>
    </>
  )
}

const OFF = { 'aria-disabled': true } as const
