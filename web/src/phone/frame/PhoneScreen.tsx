import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { PRODUCT } from '#contract/common.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { endpointPages } from '#shared/api/api.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { Link, NavLink } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { ReadModelNotice } from '#shared/reads/ReadModelNotice.tsx'
import { BackIcon, Mark, PersonIcon, PlusIcon } from '#shared/parts/icons.tsx'
import { ListIcon, InboxIcon } from '#shared/parts/more-icons.tsx'
import { frameTexts } from './frame-texts.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import { useOnline } from '../reads/use-online.ts'
import { UserText } from '#shared/parts/UserText.tsx'

const Navigation = () => {
  const text = frameTexts.use()
  return (
    <nav className="tabs" aria-label={text.navigation}>
      <NavLink to="/" end>
        <InboxIcon />
        <span>{text.home}</span>
        <InboxCount />
      </NavLink>
      <NavLink to="/new">
        <PlusIcon />
        <span>{text.newRequest}</span>
      </NavLink>
      <NavLink to="/requests" end>
        <ListIcon />
        <span>{text.requests}</span>
      </NavLink>
      <NavLink to="/account">
        <PersonIcon />
        <span>{text.account}</span>
      </NavLink>
    </nav>
  )
}

/** The number of open requests and changes in the inbox. */
const InboxCount = () => {
  const text = frameTexts.use()
  const { data, hasNextPage } = useInfiniteQuery(endpointPages(requestInbox, { query: {} }))
  const { waiting } = useWaitingChanges()
  const count = (data?.pages.flatMap(({ reply }) => reply).length ?? 0) + waiting.length
  if (count === 0) return null
  return (
    <>
      <span className="count" aria-hidden="true">
        {hasNextPage ? `${count}+` : count}
      </span>
      <span className="visually-hidden">{text.waiting(count, hasNextPage)}</span>
    </>
  )
}

type Props = {
  readonly title: string
  /** Target of the back link. Without it there is no back link. */
  readonly back?: string
  readonly signedOut?: boolean
  /** Shown at the end of the bar. */
  readonly aside?: ReactNode
  /** Shown before the heading. */
  readonly mark?: ReactNode
  readonly children: ReactNode
}

/** The bar of alerts, which loads after the first screen. */
export const BarAlerts = createContext<ReactNode>(null)

/** The last scroll position of each address. */
const scrollPositions = new Map<string, number>()
let lastKey: string | undefined

/** Restores the scroll position on the way back. Any other navigation starts at the top. */
const useScrollRestoration = () => {
  const { pathname, search, state, key } = useLocation()
  const type = useNavigationType()
  const address = pathname + search
  const scroller = useRef<HTMLElement>(null)
  // Runs after the heading has taken the focus and scrolled into view.
  useEffect(() => {
    const isBack = type === NavigationType.Pop || (state as { isBack?: boolean } | null)?.isBack === true
    if (isBack && key !== lastKey && scroller.current)
      scroller.current.scrollTop = scrollPositions.get(address) ?? 0
    lastKey = key
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount
  }, [])
  return { ref: scroller, onScroll: () => scrollPositions.set(address, scroller.current?.scrollTop ?? 0) }
}

/** The frame of every screen: bar, heading, content and navigation. The heading takes the focus when the screen appears. */
export const PhoneScreen = ({ title, back, signedOut = false, aside, mark, children }: Props) => {
  const text = frameTexts.use()
  const { state } = useLocation()
  const isOnline = useOnline()
  const scroller = useScrollRestoration()
  const alerts = use(BarAlerts)
  return (
    <div className="screen">
      <header className="bar">
        {back === undefined ? (
          <span className="brand">
            <Mark />
            {PRODUCT}
          </span>
        ) : (
          <Link className="back" to={back} state={{ ...(state as object | null), isBack: true }}>
            <BackIcon />
            {text.back}
          </Link>
        )}
        <div className="bar-end">
          {!signedOut && alerts}
          {aside}
        </div>
      </header>
      <main {...scroller}>
        <div className="content">
          <div className="person">
            {mark}
            <PageTitle title={title}>
              <UserText>{title}</UserText>
            </PageTitle>
          </div>
          <OfflineNotice />
          {!signedOut && isOnline && <ReadModelNotice />}
          {children}
        </div>
      </main>
      {!signedOut && <Navigation />}
    </div>
  )
}
