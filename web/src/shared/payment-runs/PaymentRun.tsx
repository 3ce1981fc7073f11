import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { UploadedFile } from '#contract/requests/files.ts'
import {
  paymentRun,
  RUN_FAULTS,
  type PaymentRun as Run,
  type RunFault,
} from '#contract/requests/payment-run.ts'
import { isApiError } from '../api-error.ts'
import { endpointQuery } from '../api/api.ts'
import { formatAmount } from '../kinds/amounts.ts'
import { UserText } from '../parts/UserText.tsx'
import { formatDate } from '../texts/format-time.ts'
import { useLanguage } from '../texts/language.ts'
import { AccountText, PaymentList } from './PaymentList.tsx'
import { RunState } from './RunState.tsx'
import { runTexts } from './run-texts.ts'
import { SearchPayments, type NewsFilter } from './SearchPayments.tsx'
import './payment-run.css'

type Props = {
  readonly file: UploadedFile
  readonly timeOf: (iso: string) => string
  readonly isAsking?: boolean
}

/** What a file pays: before it is sent, and before it is signed. Nothing for an XML file of another kind. */
export const PaymentRun = ({ file, timeOf, isAsking = false }: Props) => {
  const text = runTexts.use()
  const query = useQuery(endpointQuery(paymentRun, { params: { id: file.id } }))
  if (isApiError(query.error, 'file.no-run'))
    return <NoRun detail={query.error.details[0] ?? {}} isAsking={isAsking} />
  return (
    <section className="run" aria-label={text.titleOf(file.name ?? '')}>
      <p className="run-title">{text.title}</p>
      <RunState query={query} />
      {query.data && <RunOf id={file.id} run={query.data} timeOf={timeOf} />}
    </section>
  )
}

const isFault = (word: unknown): word is RunFault => (RUN_FAULTS as readonly unknown[]).includes(word)

type NoRunProps = { readonly detail: Readonly<Record<string, unknown>>; readonly isAsking: boolean }

const NoRun = ({ detail: { fault, element, found, expected }, isAsking }: NoRunProps) => {
  const text = runTexts.use()
  // Another kind of XML, such as an invoice.
  if (!isFault(fault) || (fault === 'version' && !isAsking)) return null
  const seen = [
    typeof found === 'string' && text.found(found),
    typeof expected === 'string' && text.expected(expected),
  ]
  return (
    <div className="notice warning" role="status">
      <p>{isAsking ? text.notRead : text.unreadable}</p>
      <p>
        <code className="run-element">{String(element)}</code> {text.faults[fault]}
        {seen.map((part) => part && ` ${part}`)}
      </p>
    </div>
  )
}

type RunProps = { readonly id: string; readonly run: Run; readonly timeOf: Props['timeOf'] }

const RunOf = ({ id, run, timeOf }: RunProps) => {
  const text = runTexts.use()
  const language = useLanguage()
  const [filter, setFilter] = useState<NewsFilter | null>(null)
  return (
    <>
      <dl className="run-facts numbers">
        <div>
          <dt>{text.count}</dt>
          <dd>{text.number(run.count)}</dd>
        </div>
        <div>
          <dt>{text.sum}</dt>
          <dd>
            <strong>{formatAmount(run.sum, language)}</strong>
          </dd>
        </div>
        <Debits debits={run.debits} />
      </dl>
      <News run={run} timeOf={timeOf} onShow={setFilter} />
      {/* Each of them is shown as it stands, with nothing cut. */}
      <p className="run-title">
        {run.count > run.largest.length ? text.largest(run.largest.length) : text.payments}
      </p>
      <PaymentList payments={run.largest} />
      {run.count > run.largest.length && <SearchPayments id={id} filter={filter} onFilter={setFilter} />}
    </>
  )
}

const FIRST_DEBITS = 5

const Debits = ({ debits }: Pick<Run, 'debits'>) => {
  const text = runTexts.use()
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(false)
  const more = isWhole ? 0 : debits.length - FIRST_DEBITS
  return (
    <div>
      <dt>{text.from}</dt>
      <dd>
        <ul className="run-debits">
          {(more > 0 ? debits.slice(0, FIRST_DEBITS) : debits).map((debit, place) => (
            <li key={place}>
              <UserText>{debit.debtor}</UserText> <AccountText of={debit} />
              <span className="hint">
                {text.on(formatDate(debit.day, language))}: {formatAmount(debit.sum, language)} (
                {text.number(debit.count)})
              </span>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <button type="button" className="button-link" onClick={() => setIsWhole(true)}>
            {text.moreDebits(more)}
          </button>
        )}
      </dd>
    </div>
  )
}

type NewsProps = Omit<RunProps, 'id'> & { readonly onShow: (filter: NewsFilter) => void }

/** What is new against the approved runs of the workspace. */
const News = ({ run: { changed, unknown, since, count, largest }, timeOf, onShow }: NewsProps) => {
  const text = runTexts.use()
  if (since === null) return <p className="hint">{text.first}</p>
  if (changed + unknown === 0) return <p className="hint">{text.nothingNew(timeOf(since))}</p>
  const isSearched = count > largest.length
  return (
    <div className={changed > 0 ? 'notice warning' : 'notice'}>
      {changed > 0 && (
        <p>
          <strong>{text.changed(changed)}</strong>{' '}
          {isSearched && (
            <button type="button" className="button-link" onClick={() => onShow('changed')}>
              {text.showChanged}
            </button>
          )}
        </p>
      )}
      {unknown > 0 && (
        <p>
          {text.unknown(unknown)}{' '}
          {isSearched && (
            <button type="button" className="button-link" onClick={() => onShow('unknown')}>
              {text.showUnknown}
            </button>
          )}
        </p>
      )}
      <p className="hint">{text.compared(timeOf(since))}</p>
    </div>
  )
}
