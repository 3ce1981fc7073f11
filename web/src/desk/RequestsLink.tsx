import { useQuery } from '@tanstack/react-query'
import { requestInbox } from '#contract/requests.ts'
import { endpointQuery } from '../shared/api.ts'
import { InboxIcon } from '../shared/icons.tsx'
import { paths } from '../shared/paths.ts'
import { appTexts } from './texts.ts'

const MOST = 50

/** The way to the phone page, with how many requests wait for the reader there. */
export const RequestsLink = () => {
  const text = appTexts.use()
  const { data } = useQuery(endpointQuery(requestInbox, { query: { limit: MOST } }))
  const count = data?.length ?? 0
  return (
    <a href={paths.phone} className="desk-link desk-link-strong">
      <InboxIcon />
      <span className="link-word">{text.requests}</span>
      {count > 0 && (
        <>
          <span className="count" aria-hidden="true">
            {count < MOST ? count : `${count}+`}
          </span>
          <span className="visually-hidden">{text.waiting(count)}</span>
        </>
      )}
    </a>
  )
}
