import { Fragment } from 'react'
import type { RunPayment } from '#contract/requests/payment-run.ts'
import { formatAmount } from '../kinds/amounts.ts'
import { ibanGroups } from '../kinds/iban-groups.ts'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { runTexts } from './run-texts.ts'
import '../kinds/kinds.css'

/** Groups of four that no space separates, so that a copy has none. */
const Groups = ({ of: plain }: { readonly of: string }) => (
  <bdi className="iban numbers" dir="ltr">
    {ibanGroups(plain).map((group, place) => (
      <Fragment key={place}>
        {place > 0 && <wbr />}
        <span>{group}</span>
      </Fragment>
    ))}
  </bdi>
)

/** An IBAN in groups, or the other number of an account. */
export const AccountText = ({
  of: { iban, account },
}: {
  readonly of: Pick<RunPayment, 'iban' | 'account'>
}) => (iban === null ? <UserText>{account ?? ''}</UserText> : <Groups of={iban} />)

/** Payments in full. */
export const PaymentList = ({ payments }: { readonly payments: readonly RunPayment[] }) => {
  const language = useLanguage()
  return (
    <ul className="run-payments">
      {payments.map((payment) => (
        <li key={payment.place}>
          <span className="run-payee">
            <UserText>{payment.payee}</UserText>
          </span>
          <span className="run-amount numbers">{formatAmount(payment.amount, language)}</span>
          <span>
            <AccountText of={payment} />
          </span>
          {payment.remittance !== null && (
            <span className="hint">
              <UserText>{payment.remittance}</UserText>
            </span>
          )}
          <NewsOf payment={payment} />
        </li>
      ))}
    </ul>
  )
}

const NewsOf = ({ payment: { news, before } }: { readonly payment: RunPayment }) => {
  const text = runTexts.use()
  if (news === 'known') return null
  if (news === 'unknown') return <span className="run-news">{text.isUnknown}</span>
  return (
    <span className="run-news run-changed">
      {text.isChanged} {before !== null && <Groups of={before} />}
    </span>
  )
}
