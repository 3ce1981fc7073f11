import { useEffect, useRef, type ReactNode } from 'react'
import { PRODUCT } from '#contract/common.ts'

let isFirstPage = true

type Props = { readonly children: ReactNode; readonly title?: string; readonly className?: string }

/**
 * The h1 of a page. Sets the document title, and takes the focus after navigation within the app, so that screen
 * readers start here. Pass `title` if the children are not plain text.
 */
export const PageTitle = ({ children, title, className }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = title ?? (typeof children === 'string' ? children : '')

  useEffect(() => {
    document.title = name ? `${name} · ${PRODUCT}` : PRODUCT
  }, [name])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus()
    isFirstPage = false
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
