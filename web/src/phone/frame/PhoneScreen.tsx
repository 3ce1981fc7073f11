import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PRODUCT } from '#contract/common.ts'
import { requestInbox } from '#contract/requests.ts'
import { endpointQuery } from '../../shared/api.ts'
import { Link, NavLink } from '../../shared/Link.tsx'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { ReadModelNotice } from '../../shared/ReadModelNotice.tsx'
import { BackIcon, Mark, InboxIcon, ListIcon, PersonIcon, PlusIcon } from '../../shared/icons.tsx'
import { frameTexts } from './frame-texts.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Typed } from '../../shared/Typed.tsx'

const Navigation = () => {
  const text = frameTexts.use()
  return (
    <nav className="tabs" aria-label={text.navigation}>
      <NavLink to="/" end>
        <InboxIcon />
        <span>{text.home}</span>
        <Waiting />
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

const MOST = 50

/** How many requests wait, beside the way to them. */
const Waiting = () => {
  const text = frameTexts.use()
  const { data } = useQuery(endpointQuery(requestInbox, { query: {} }))
  const count = data?.length ?? 0
  if (count === 0) return null
  return (
    <>
      <span className="count" aria-hidden="true">
        {count < MOST ? count : `${count}+`}
      </span>
      <span className="visually-hidden">{text.waiting(count)}</span>
    </>
  )
}

type Props = {
  readonly title: string
  /** Where the back link leads; without it there is none. */
  readonly back?: string
  readonly signedOut?: boolean
  /** At the end of the bar. */
  readonly aside?: ReactNode
  /** Before the heading. */
  readonly mark?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: brand, heading (takes the focus when the screen appears), content, main areas. */
export const PhoneScreen = ({ title, back, signedOut = false, aside, mark, children }: Props) => {
  const text = frameTexts.use()
  return (
    <div className="screen">
      <header className="bar">
        {back === undefined ? (
          <span className="brand">
            <Mark />
            {PRODUCT}
          </span>
        ) : (
          <Link className="back" to={back}>
            <BackIcon />
            {text.back}
          </Link>
        )}
        {aside && <div className="bar-end">{aside}</div>}
      </header>
      <main>
        <div className="content">
          <div className="person">
            {mark}
            <PageTitle title={title}>
              <Typed>{title}</Typed>
            </PageTitle>
          </div>
          <OfflineNotice />
          {!signedOut && <ReadModelNotice />}
          {children}
        </div>
      </main>
      {!signedOut && <Navigation />}
    </div>
  )
}
