import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { InboxIcon } from '#shared/parts/more-icons.tsx'
import { NavLink } from '#shared/parts/Link.tsx'
import { paths } from '#shared/paths.ts'
import { useInboxCounts } from '#shared/reads/use-inbox.ts'
import { appTexts } from './texts.ts'

/** Links to the inbox, with the number of requests and changes that wait for the reader. */
export const InboxLink = () => {
  const text = appTexts.use()
  const inbox = useInboxCounts()
  const { waiting } = useWaitingChanges()
  const count = (inbox?.waiting ?? 0) + waiting.length
  return (
    <NavLink to={paths.inbox} className="desk-link desk-link-strong">
      <InboxIcon />
      <span className="link-word">{text.inbox}</span>
      {count > 0 && (
        <>
          <span className="count" aria-hidden="true">
            {count}
          </span>
          <span className="visually-hidden">{text.waiting(count)}</span>
        </>
      )}
    </NavLink>
  )
}
