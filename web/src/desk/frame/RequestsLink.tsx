import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { InboxIcon } from '#shared/parts/icons.tsx'
import { paths } from '#shared/paths.ts'
import { MOST_WAITING, useInbox } from '#shared/reads/use-inbox.ts'
import { appTexts } from './texts.ts'

/** Links to the phone page, with the number of requests and changes that wait for the reader. */
export const RequestsLink = () => {
  const text = appTexts.use()
  const inbox = useInbox()
  const { waiting } = useWaitingChanges()
  const count = inbox.length + waiting.length
  return (
    <a href={paths.phone} className="desk-link desk-link-strong">
      <InboxIcon />
      <span className="link-word">{text.requests}</span>
      {count > 0 && (
        <>
          <span className="count" aria-hidden="true">
            {inbox.length < MOST_WAITING ? count : `${count}+`}
          </span>
          <span className="visually-hidden">{text.waiting(count)}</span>
        </>
      )}
    </a>
  )
}
