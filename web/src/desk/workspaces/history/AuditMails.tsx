import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { historyMails, type HistoryMail } from '#contract/workspaces/audit.ts'
import { endpointPages } from '#shared/api/api.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { mailTexts, reasonWords } from './texts/mail-texts.ts'
import { valueTexts, valueWords } from './texts/value-texts.ts'

const STATE_TONES = { sent: 'neutral', perhapsSent: 'warning', dropped: 'neutral', failed: 'danger' } as const

type Props = {
  readonly title: string
  readonly workspaceId: string
  readonly cause: string
  readonly timeZone: string
}

/** The recipients of an entry's mails, with the outcome of each. */
export const AuditMails = ({ title, workspaceId, cause, timeZone }: Props) => {
  const text = mailTexts.use()
  const query = useInfiniteQuery({
    ...endpointPages(historyMails, { params: { id: workspaceId }, query: { cause } }),
    staleTime: 0,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const mails = query.data?.pages.flatMap((page) => page.reply)
  const list = useRef<HTMLUListElement>(null)
  return (
    <section className="audit-mails" aria-labelledby="entry-mails">
      <h3 id="entry-mails">{title}</h3>
      <QueryStates query={query} label={text.loading} />
      {mails?.length === 0 && <p>{text.none}</p>}
      {mails && mails.length > 0 && (
        <ul ref={list}>
          {mails.map((mail) => (
            <Mail key={`${mail.purpose} ${idOf(mail)}`} mail={mail} timeZone={timeZone} />
          ))}
        </ul>
      )}
      <MoreButton
        list={list}
        count={mails?.length ?? 0}
        onMore={hasNextPage ? fetchNextPage : undefined}
        isLoading={isFetchingNextPage}
      />
    </section>
  )
}

const idOf = ({ recipient }: HistoryMail): string => recipient.userId ?? recipient.participantId ?? ''

const Mail = ({ mail, timeZone }: { readonly mail: HistoryMail; readonly timeZone: string }) => {
  const text = mailTexts.use()
  const words = valueTexts.use()
  const language = useLanguage()
  const { recipient, purpose, outcome, reason, at } = mail
  return (
    <li className="focus-row" tabIndex={-1}>
      <span>
        {text.to} <PersonText of={recipient} erased={text.unknown} />
      </span>
      <Tag tone={STATE_TONES[outcome]}>{text.states[outcome]}</Tag>
      <span className="muted">
        {valueWords('mail', purpose, words)}
        {reason !== null && ` · ${reasonWords(reason, text)}`}
        {' · '}
        <time dateTime={at}>{formatTime(at, language, timeZone)}</time>
      </span>
    </li>
  )
}
