import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler, useMatch, type To } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href'> & { readonly to: To; readonly state?: unknown }

/** A link within the app. The router's own link contains prefetching and is 3 kB larger. */
export const Link = ({ to, state, onClick, children, ...rest }: Props) => {
  const go = useLinkClickHandler(to, { state })
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  return (
    <a {...rest} href={useHref(to)} onClick={follow}>
      {children}
    </a>
  )
}

/** A link in a navigation. Marks the current page. */
export const NavLink = ({
  to,
  end = false,
  ...rest
}: Props & { readonly to: string; readonly end?: boolean }) => {
  const isHere = useMatch({ path: to, end }) !== null
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />
}
