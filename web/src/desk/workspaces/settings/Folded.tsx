import { Suspense, useState, type ReactNode } from 'react'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'

type Props = {
  readonly title: string
  /** Whether it is open at first. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A section that is loaded when it is opened: few admins need it when they come here. */
export const Folded = ({ title, isOpen = false, children }: Props) => {
  // A draft that opened the section is soon taken out of its store: the section stays open.
  const [first] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details
      className="card panel folded"
      open={first}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {wasOpened && (
        <ErrorBoundary>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </details>
  )
}
